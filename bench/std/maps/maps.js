const size = Number(process.argv[2]);
let total = 0;
for (let round = 0; round < 10; round++) {
  const numbers = new Map();
  const texts = new Map();
  for (let i = 0; i < size; i++) {
    numbers.set(i * 7 + round, i);
    texts.set(`key${i}`, i);
  }
  for (let i = 0; i < size; i++) {
    total += (numbers.get(i) ?? 0) + (texts.get(`key${i}`) ?? 0);
    if (i % 3 === 0) texts.delete(`key${i}`);
  }
  for (const [, value] of texts) total += value;
  const left = new Set(numbers.keys());
  const right = new Set();
  for (let i = 0; i < size; i++) right.add(i);
  let both = 0;
  for (const it of left) if (right.has(it)) both++;
  const either = new Set(left);
  for (const it of right) either.add(it);
  total += both + either.size + (left.size - both);
}
console.log(String(total));
