// Nested loops with whole numbers: `+ * %`, a comparison.

function main(n) {
  let sum = 0;
  let hits = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      sum = (sum * 31 + i * j) % 65521;
      if ((i + j) % 3 === 0) {
        hits += 1;
      }
    }
  }
  print(sum);
  print(hits);
}

main(Number(scriptArgs[1]));
