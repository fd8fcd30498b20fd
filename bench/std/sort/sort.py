import sys


def numbers(size):
    out = []
    seed = 42
    for _ in range(size):
        seed = (seed * 48271) % 2147483647
        out.append(seed)
    return out


size = int(sys.argv[1])
ints = numbers(size)
floats = [it / 3.0 for it in ints]
texts = [str(it) for it in ints]
pairs = [(it % 100, it) for it in ints]
ordered = sorted(ints)
middle = size // 2
above = "true" if sorted(floats)[middle] > 1.0 else "false"
print(f"{ordered[0]} {ordered[middle]} {above} {sorted(texts)[middle]} {sorted(pairs)[middle][1]}")
