# Floats in lists and a small function called often: the largest singular value of a matrix given by a formula.
import math
import sys


def cell(i, j):
    d = i + j
    return 1.0 / (d * (d + 1) // 2 + i + 1)


def multiply(v):
    out = []
    for i in range(len(v)):
        total = 0.0
        for j in range(len(v)):
            total += cell(i, j) * v[j]
        out.append(total)
    return out


def multiply_transposed(v):
    out = []
    for i in range(len(v)):
        total = 0.0
        for j in range(len(v)):
            total += cell(j, i) * v[j]
        out.append(total)
    return out


def main(n):
    u = [1.0] * n
    v = u
    for _ in range(10):
        v = multiply_transposed(multiply(u))
        u = multiply_transposed(multiply(v))
    uv = 0.0
    vv = 0.0
    for i in range(n):
        uv += u[i] * v[i]
        vv += v[i] * v[i]
    print(math.floor(math.sqrt(uv / vv) * 1e9))


main(int(sys.argv[1]))
