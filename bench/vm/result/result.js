// Errors as values, passed on through three calls: one number in seven fails; the size in numbers.

// Each function gives { value } or { error }, the other one undefined.
function digit(n) {
  if (n < 0) {
    return { value: undefined, error: { kind: "negative" } };
  }
  if (n % 29 === 3) {
    return { value: undefined, error: { kind: "unlucky", at: n } };
  }
  return { value: n % 10, error: undefined };
}

function pair(n) {
  const high = digit(n);
  if (high.error !== undefined) {
    return high;
  }
  const low = digit(n + 1);
  if (low.error !== undefined) {
    return low;
  }
  return { value: high.value * 10 + low.value, error: undefined };
}

function four(n) {
  const high = pair(n);
  if (high.error !== undefined) {
    return high;
  }
  const low = pair(n + 2);
  if (low.error !== undefined) {
    return low;
  }
  return { value: high.value * 100 + low.value, error: undefined };
}

function main(n) {
  let sum = 0;
  let failed = 0;
  for (let i = 0; i < n; i++) {
    const { value, error } = four(i);
    if (error === undefined) {
      sum += value;
    } else if (error.kind === "unlucky") {
      failed += error.at % 7;
    } else {
      failed += 100;
    }
  }
  print(sum);
  print(failed);
}

main(Number(scriptArgs[1]));
