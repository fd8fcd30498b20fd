import sys

size = int(sys.argv[1])
total = 0
for round in range(10):
    numbers = {}
    texts = {}
    for i in range(size):
        numbers[i * 7 + round] = i
        texts[f"key{i}"] = i
    for i in range(size):
        total += numbers.get(i, 0) + texts.get(f"key{i}", 0)
        if i % 3 == 0:
            texts.pop(f"key{i}", None)
    for value in texts.values():
        total += value
    left = set(numbers.keys())
    right = set(range(size))
    total += len(left & right) + len(left | right) + len(left - right)
print(total)
