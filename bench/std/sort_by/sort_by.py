import sys


class Order:
    __slots__ = ("id", "amount", "name")

    def __init__(self, id, amount, name):
        self.id = id
        self.amount = amount
        self.name = name


size = int(sys.argv[1])
orders = []
seed = 42
for id in range(size):
    seed = (seed * 48271) % 2147483647
    orders.append(Order(id, seed % 1000, f"n{seed % 5000}"))
by_amount = sorted(orders, key=lambda it: -it.amount)
by_name = sorted(orders, key=lambda it: it.name)
middle = size // 2
print(f"{by_amount[0].id} {by_amount[middle].id} {by_name[0].id} {by_name[middle].name}")
