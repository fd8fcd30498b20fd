import sys


def text(size):
    words = []
    seed = 42
    for _ in range(size):
        seed = (seed * 48271) % 2147483647
        words.append(f"w{seed // 65536 % 5000}")
    return " ".join(words)


size = int(sys.argv[1])
counts = {}
for word in text(size).split():
    counts[word] = counts.get(word, 0) + 1
ordered = sorted(counts.items(), key=lambda it: (-it[1], it[0]))
print(f"{len(counts)} {ordered[0][0]} {ordered[0][1]} {ordered[-1][0]}")
