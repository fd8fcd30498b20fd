function numbers(size) {
  const out = [];
  let seed = 42;
  for (let i = 0; i < size; i++) {
    seed = (seed * 48271) % 2147483647;
    out.push(seed);
  }
  return out;
}

const size = Number(process.argv[2]);
const ints = numbers(size);
const floats = ints.map((it) => it / 3.0);
const texts = ints.map((it) => String(it));
const pairs = ints.map((it) => [it % 100, it]);
const sorted = ints.slice().sort((a, b) => a - b);
const middle = Math.floor(size / 2);
floats.sort((a, b) => a - b);
texts.sort();
pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
console.log(`${sorted[0]} ${sorted[middle]} ${floats[middle] > 1.0} ${texts[middle]} ${pairs[middle][1]}`);
