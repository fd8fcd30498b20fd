const size = Number(process.argv[2]);
const orders = [];
let seed = 42;
for (let id = 0; id < size; id++) {
  seed = (seed * 48271) % 2147483647;
  orders.push({ id, amount: seed % 1000, name: `n${seed % 5000}` });
}
const byAmount = orders.slice().sort((a, b) => b.amount - a.amount);
const byName = orders.slice().sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
const middle = Math.floor(size / 2);
console.log(`${byAmount[0].id} ${byAmount[middle].id} ${byName[0].id} ${byName[middle].name}`);
