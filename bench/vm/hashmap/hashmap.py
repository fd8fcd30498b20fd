# A map with string keys: counting with keys that are made anew, looking up, taking out, going through; the size in keys.
import sys


def main(n):
    counts = {}
    seed = 42
    for _ in range(n * 120):
        seed = seed * 16807 % 2147483647
        key = f"key {seed % n}"
        counts[key] = counts.get(key, 0) + 1
    keys = []
    for i in range(n):
        keys.append(f"key {i}")
    found = 0
    for _ in range(120):
        for key in keys:
            found = (found * 3 + counts.get(key, 0)) % 1000003
    for i in range(n):
        if i % 3 == 0:
            counts.pop(keys[i], None)
    left = 0
    total = 0
    for count in counts.values():
        left += 1
        total += count
    print(found)
    print(left)
    print(total)


main(int(sys.argv[1]))
