# Making and freeing small values: perfect binary trees, the size is the depth of the deepest.
import sys


# A node is (left, right), a leaf is None.
def make(depth):
    if depth == 0:
        return None
    return (make(depth - 1), make(depth - 1))


def nodes(tree):
    if tree is None:
        return 0
    left, right = tree
    return 1 + nodes(left) + nodes(right)


def main(n):
    long_lived = make(n)
    total = 0
    for depth in range(4, n + 1, 2):
        for _ in range(2 ** (n - depth)):
            total += nodes(make(depth))
    print(total)
    print(nodes(long_lived))


main(int(sys.argv[1]))
