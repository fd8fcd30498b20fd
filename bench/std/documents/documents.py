import json
import sys

size = int(sys.argv[1])
items = []
for i in range(size):
    items.append({"id": i, "name": f'user {i} "é"', "tags": ["a", "b", "c"], "score": i / 8.0 + 0.0625, "active": True, "none": None})
text = json.dumps(items, ensure_ascii=False, separators=(",", ":"))
total = 0
for _ in range(5):
    value = json.loads(text)
    for item in value:
        total += item["id"]
        total += len(item["name"])
    total += len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
print(f"{len(text)} {total}")
