# Nested loops with whole numbers: `+ * %`, a comparison.
import sys


def main(n):
    total = 0
    hits = 0
    for i in range(n):
        for j in range(n):
            total = (total * 31 + i * j) % 65521
            if (i + j) % 3 == 0:
                hits += 1
    print(total)
    print(hits)


main(int(sys.argv[1]))
