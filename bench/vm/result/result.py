# Errors as values, passed on through three calls: one number in seven fails; the size in numbers.
import sys


class Negative:
    __slots__ = ()


class Unlucky:
    __slots__ = ("at",)

    def __init__(self, at):
        self.at = at


# Each function gives (value, error), one of them None.
def digit(n):
    if n < 0:
        return None, Negative()
    if n % 29 == 3:
        return None, Unlucky(n)
    return n % 10, None


def pair(n):
    high, error = digit(n)
    if error is not None:
        return None, error
    low, error = digit(n + 1)
    if error is not None:
        return None, error
    return high * 10 + low, None


def four(n):
    high, error = pair(n)
    if error is not None:
        return None, error
    low, error = pair(n + 2)
    if error is not None:
        return None, error
    return high * 100 + low, None


def main(n):
    total = 0
    failed = 0
    for i in range(n):
        value, error = four(i)
        if error is None:
            total += value
        elif isinstance(error, Unlucky):
            failed += error.at % 7
        else:
            failed += 100
    print(total)
    print(failed)


main(int(sys.argv[1]))
