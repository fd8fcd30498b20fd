// Closures with captured values: map, filter and fold over 1,000 numbers, and closures in an array; the size in rounds.

function adder(k) {
  return (x) => x + k;
}

function compose(f, g) {
  return (x) => g(f(x));
}

function main(n) {
  const numbers = [];
  const steps = [];
  for (let i = 0; i < 1000; i++) {
    numbers.push(i);
    if (i % 10 === 0) {
      steps.push(compose(adder(i), (x) => x % 1009));
    }
  }
  let total = 0;
  for (let round = 0; round < n; round++) {
    const kept = numbers.map((x) => x * 3 + round).filter((x) => x % 2 === 0);
    total = kept.reduce((acc, x) => (acc + x) % 1000003, total);
    total += steps.reduce((acc, step) => step(acc), round);
  }
  print(total);
}

main(Number(scriptArgs[1]));
