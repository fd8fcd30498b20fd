import re
import sys

size = int(sys.argv[1])
lines = []
for i in range(size):
    level = "ERROR" if i % 7 == 0 else "INFO"
    lines.append(f"2024-05-{i % 28 + 10} 12:{i % 50 + 10}:01 {level} user{i}@example.com took {i * 37 % 1000}ms at 10.0.{i % 256}.7")
log = "\n".join(lines)
errors = 0
total = 0
for line in lines:
    if re.search(r"\bERROR\b", line):
        errors += 1
    found = re.search(r"(\w+)@(\w+)\.com took (\d+)ms", line)
    if found is None:
        continue
    total += int(found.group(3))
addresses = list(re.finditer(r"\d+\.\d+\.\d+\.\d+", log))
hidden = re.sub(r"[\w.]+@[\w.]+", "***", log)
print(f"{errors} {total} {len(addresses)} {addresses[size - 1].group()} {len(hidden)}")
