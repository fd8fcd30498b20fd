# Floats in fields of objects in a list: a sun and four planets, the size in steps.
import math
import sys


class Body:
    __slots__ = ("x", "y", "z", "vx", "vy", "vz", "mass")

    def __init__(self, x, y, z, vx, vy, vz, mass):
        self.x, self.y, self.z = x, y, z
        self.vx, self.vy, self.vz = vx, vy, vz
        self.mass = mass


def new_system():
    tau = 6.283185307179586
    bodies = [Body(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, tau * tau)]
    for k in range(1, 5):
        radius = 3.0 * k + 2.0
        bodies.append(Body(radius, 0.1 * k, 0.05 * k, -0.02 * k, tau / math.sqrt(radius), 0.03, 0.04 / k))
    return bodies


def advance(bodies, dt):
    sqrt = math.sqrt
    count = len(bodies)
    for i in range(count):
        a = bodies[i]
        x, y, z, mass = a.x, a.y, a.z, a.mass
        vx, vy, vz = a.vx, a.vy, a.vz
        for j in range(i + 1, count):
            b = bodies[j]
            dx = x - b.x
            dy = y - b.y
            dz = z - b.z
            square = dx * dx + dy * dy + dz * dz
            force = dt / (square * sqrt(square))
            pull = b.mass * force
            vx -= dx * pull
            vy -= dy * pull
            vz -= dz * pull
            push = mass * force
            b.vx += dx * push
            b.vy += dy * push
            b.vz += dz * push
        a.vx, a.vy, a.vz = vx, vy, vz
        a.x = x + dt * vx
        a.y = y + dt * vy
        a.z = z + dt * vz


def energy(bodies):
    total = 0.0
    for i, a in enumerate(bodies):
        total += 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz)
        for b in bodies[i + 1 :]:
            dx = a.x - b.x
            dy = a.y - b.y
            dz = a.z - b.z
            total -= a.mass * b.mass / math.sqrt(dx * dx + dy * dy + dz * dz)
    return total


def main(n):
    bodies = new_system()
    print(math.floor(energy(bodies) * 1e9))
    for _ in range(n):
        advance(bodies, 0.01)
    print(math.floor(energy(bodies) * 1e9))


main(int(sys.argv[1]))
