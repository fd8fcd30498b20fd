# A document to text, the text to a document, and that to text again; the size in records.
import sys

# This file is called like the library's module: not from this folder.
sys.path.pop(0)
import json


def record(i):
    return {
        "id": i,
        "name": f"record {i}",
        "score": i % 100 + 0.25,
        "active": i % 2 == 0,
        "parent": None,
        "tags": ["alpha", "two\nlines", f'say "{i % 10}"'],
        "place": {"x": i % 50, "y": i % 70 - 35},
    }


def stringify(value):
    return json.dumps(value, separators=(",", ":"))


def checksum(it):
    """A number that depends on every part of a record."""
    active = 1 if it["active"] else 0
    parent = 1 if it["parent"] is None else 0
    letters = len(it["name"])
    for tag in it["tags"]:
        letters += len(tag)
    place = it["place"]
    return it["id"] + int(it["score"] * 4) + active + parent + letters + place["x"] * place["y"]


def main(n):
    records = []
    for i in range(n):
        records.append(record(i))
    text = stringify(records)
    parsed = json.loads(text)
    total = 0
    for it in parsed:
        total += checksum(it)
    print(len(text))
    print(total)
    print(len(stringify(parsed)))


main(int(sys.argv[1]))
