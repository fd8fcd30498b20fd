# Closures with captured values: map, filter and fold over 1,000 numbers, and closures in a list; the size in rounds.
import sys
from functools import reduce


def adder(k):
    return lambda x: x + k


def compose(f, g):
    return lambda x: g(f(x))


def main(n):
    numbers = []
    steps = []
    for i in range(1000):
        numbers.append(i)
        if i % 10 == 0:
            steps.append(compose(adder(i), lambda x: x % 1009))
    total = 0
    for turn in range(n):
        tripled = list(map(lambda x: x * 3 + turn, numbers))
        kept = list(filter(lambda x: x % 2 == 0, tripled))
        total = reduce(lambda acc, x: (acc + x) % 1000003, kept, total)
        total += reduce(lambda acc, step: step(acc), steps, turn)
    print(total)


main(int(sys.argv[1]))
