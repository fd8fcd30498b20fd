# Swapping in a list: a quicksort in place; the size in numbers.
import sys


def partition(items, low, high):
    """Puts what is below the pivot before what is above it; the index of the last element of the first part."""
    pivot = items[low]
    i = low
    j = high
    while True:
        while items[i] < pivot:
            i += 1
        while items[j] > pivot:
            j -= 1
        if i >= j:
            return j
        items[i], items[j] = items[j], items[i]
        i += 1
        j -= 1


def sort(items, low, high):
    if low < high:
        middle = partition(items, low, high)
        sort(items, low, middle)
        sort(items, middle + 1, high)


def main(n):
    items = []
    seed = 42
    for _ in range(n):
        seed = seed * 16807 % 2147483647
        items.append(seed)
    sort(items, 0, n - 1)
    total = 0
    for i in range(1, n):
        assert items[i - 1] <= items[i], "not sorted"
        total = (total + items[i] * (i % 7)) % 1000003
    print(total)


main(int(sys.argv[1]))
