# Methods chosen by the type of a value: 1,000 figures of four types; the size in rounds.
import math
import sys


class Shape:
    __slots__ = ()

    def weight(self):
        return self.area() * 2.0 + 1.0


class Circle(Shape):
    __slots__ = ("radius",)

    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return self.radius * self.radius * 3.0

    def corners(self):
        return 0


class Square(Shape):
    __slots__ = ("side",)

    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side

    def corners(self):
        return 4


class Rect(Shape):
    __slots__ = ("width", "height")

    def __init__(self, width, height):
        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height

    def corners(self):
        return 4


class Triangle(Shape):
    __slots__ = ("base", "height")

    def __init__(self, base, height):
        self.base = base
        self.height = height

    def area(self):
        return self.base * self.height * 0.5

    def corners(self):
        return 3


def figure(i):
    size = float(i % 10)
    kind = i * 7 % 13 % 4
    if kind == 0:
        return Circle(size)
    if kind == 1:
        return Square(size)
    if kind == 2:
        return Rect(size, 2.0)
    return Triangle(size, 3.0)


def main(n):
    figures = [figure(i) for i in range(1000)]
    weight = 0.0
    corners = 0
    for _ in range(n):
        for it in figures:
            weight += it.weight()
            corners += it.corners()
    print(math.floor(weight))
    print(corners)


main(int(sys.argv[1]))
