const size = Number(process.argv[2]);
const line = "  The quick brown fox, jumps over the lazy dog; ÄÖÜ and 12,345 others.  ";
let total = 0;
for (let i = 0; i < size; i++) {
  const text = line.trim() + ` ${i}`;
  const parts = text.split(" ");
  const shout = parts.map((it) => it.toUpperCase()).join("-");
  const calm = shout.toLowerCase().replaceAll("o", "00").replaceAll("quick", "slow");
  total += calm.length + calm.indexOf("lazy") + parts.length;
  if (calm.includes("others") && calm.startsWith("the") && !calm.endsWith("x")) {
    total += calm.slice(4, 20).length;
  }
  total += String(i).padStart(8, "0").length + text.split(",").length;
}
console.log(String(total));
