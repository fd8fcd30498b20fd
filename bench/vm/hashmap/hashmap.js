// A map with string keys: counting with keys that are made anew, looking up, taking out, going through; the size in keys.

function main(n) {
  const counts = new Map();
  let seed = 42;
  for (let round = 0; round < n * 120; round++) {
    seed = seed * 16807 % 2147483647;
    const key = `key ${seed % n}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const keys = [];
  for (let i = 0; i < n; i++) {
    keys.push(`key ${i}`);
  }
  let found = 0;
  for (let round = 0; round < 120; round++) {
    for (const key of keys) {
      found = (found * 3 + (counts.get(key) ?? 0)) % 1000003;
    }
  }
  for (let i = 0; i < n; i++) {
    if (i % 3 === 0) {
      counts.delete(keys[i]);
    }
  }
  let left = 0;
  let sum = 0;
  for (const count of counts.values()) {
    left += 1;
    sum += count;
  }
  print(found);
  print(left);
  print(sum);
}

main(Number(scriptArgs[1]));
