const size = Number(process.argv[2]);
const lines = [];
for (let i = 0; i < size; i++) {
  const level = i % 7 === 0 ? "ERROR" : "INFO";
  lines.push(`2024-05-${(i % 28) + 10} 12:${(i % 50) + 10}:01 ${level} user${i}@example.com took ${(i * 37) % 1000}ms at 10.0.${i % 256}.7`);
}
const log = lines.join("\n");
let errors = 0;
let sum = 0;
for (const line of lines) {
  if (/\bERROR\b/.test(line)) errors++;
  const found = line.match(/(\w+)@(\w+)\.com took (\d+)ms/);
  if (found === null) continue;
  sum += Number(found[3]);
}
const addresses = [...log.matchAll(/\d+\.\d+\.\d+\.\d+/g)];
const hidden = log.replace(/[\w.]+@[\w.]+/g, "***");
console.log(`${errors} ${sum} ${addresses.length} ${addresses[size - 1][0]} ${hidden.length}`);
