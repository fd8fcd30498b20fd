// Reading and writing an array: the primes up to the size.

function main(n) {
  const prime = [];
  for (let i = 0; i <= n; i++) {
    prime.push(true);
  }
  let count = 0;
  let last = 0;
  for (let i = 2; i <= n; i++) {
    if (prime[i]) {
      count += 1;
      last = i;
      for (let multiple = i * i; multiple <= n; multiple += i) {
        prime[multiple] = false;
      }
    }
  }
  print(count);
  print(last);
}

main(Number(scriptArgs[1]));
