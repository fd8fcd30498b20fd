import sys

size = int(sys.argv[1])
line = "  The quick brown fox, jumps over the lazy dog; ÄÖÜ and 12,345 others.  "
total = 0
for i in range(size):
    text = line.strip() + f" {i}"
    parts = text.split(" ")
    shout = "-".join([it.upper() for it in parts])
    calm = shout.lower().replace("o", "00").replace("quick", "slow")
    total += len(calm) + calm.find("lazy") + len(parts)
    if "others" in calm and calm.startswith("the") and not calm.endswith("x"):
        total += len(calm[4:20])
    total += len(str(i).rjust(8, "0")) + len(text.split(","))
print(total)
