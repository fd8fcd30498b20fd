// Calls: Fibonacci numbers by their definition.

function fib(n) {
  if (n < 2) {
    return n;
  }
  return fib(n - 1) + fib(n - 2);
}

print(fib(Number(scriptArgs[1])));
