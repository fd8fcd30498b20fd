# Reading and writing an array: the primes up to the size.
import sys


def main(n):
    prime = []
    for _ in range(n + 1):
        prime.append(True)
    count = 0
    last = 0
    for i in range(2, n + 1):
        if prime[i]:
            count += 1
            last = i
            for multiple in range(i * i, n + 1, i):
                prime[multiple] = False
    print(count)
    print(last)


main(int(sys.argv[1]))
