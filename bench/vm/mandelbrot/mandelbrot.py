# Floats in local variables: the Mandelbrot set on a grid, at most 50 steps for a point.
import sys


def steps(cr, ci):
    zr = zi = zr2 = zi2 = 0.0
    count = 0
    while count < 50 and zr2 + zi2 <= 4.0:
        zi = 2.0 * zr * zi + ci
        zr = zr2 - zi2 + cr
        zr2 = zr * zr
        zi2 = zi * zi
        count += 1
    return count


def main(n):
    scale = 2.0 / n
    inside = 0
    total = 0
    for y in range(n):
        ci = y * scale - 1.0
        for x in range(n):
            count = steps(x * scale - 1.5, ci)
            if count == 50:
                inside += 1
            total += count
    print(inside)
    print(total)


main(int(sys.argv[1]))
