# Building lines, joining them, and taking the text apart again; the size in lines.
import sys


def build(n):
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]
    lines = []
    for i in range(n):
        line = f"line {i}"
        for j in range(8):
            line += f",{words[(i + j * 3) % 8]}={i % 100 + j}"
        lines.append(line)
    return "\n".join(lines)


def main(n):
    text = build(n)
    fields = 0
    letters = 0
    total = 0
    for line in text.split("\n"):
        for field in line.split(","):
            fields += 1
            if field.startswith("beta="):
                total += int(field[5:])
            else:
                letters += len(field)
    print(len(text))
    print(fields)
    print(letters)
    print(total)


main(int(sys.argv[1]))
