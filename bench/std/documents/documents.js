const size = Number(process.argv[2]);
const items = [];
for (let i = 0; i < size; i++) {
  items.push({ id: i, name: `user ${i} "é"`, tags: ["a", "b", "c"], score: i / 8 + 0.0625, active: true, none: null });
}
const text = JSON.stringify(items);
let total = 0;
for (let round = 0; round < 5; round++) {
  const value = JSON.parse(text);
  for (const item of value) {
    total += item.id;
    total += item.name.length;
  }
  total += JSON.stringify(value).length;
}
console.log(`${text.length} ${total}`);
