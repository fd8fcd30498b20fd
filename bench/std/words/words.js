function text(size) {
  const words = [];
  let seed = 42;
  for (let i = 0; i < size; i++) {
    seed = (seed * 48271) % 2147483647;
    words.push(`w${Math.floor(seed / 65536) % 5000}`);
  }
  return words.join(" ");
}

const size = Number(process.argv[2]);
const counts = new Map();
for (const word of text(size).split(/\s+/)) {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}
const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
console.log(`${counts.size} ${sorted[0][0]} ${sorted[0][1]} ${sorted[sorted.length - 1][0]}`);
