// Swapping in an array: a quicksort in place; the size in numbers.

// Puts what is below the pivot before what is above it; the index of the last element of the first part.
function partition(items, low, high) {
  const pivot = items[low];
  let i = low;
  let j = high;
  while (true) {
    while (items[i] < pivot) {
      i += 1;
    }
    while (items[j] > pivot) {
      j -= 1;
    }
    if (i >= j) {
      return j;
    }
    const item = items[i];
    items[i] = items[j];
    items[j] = item;
    i += 1;
    j -= 1;
  }
}

function sort(items, low, high) {
  if (low < high) {
    const middle = partition(items, low, high);
    sort(items, low, middle);
    sort(items, middle + 1, high);
  }
}

function main(n) {
  const items = [];
  let seed = 42;
  for (let i = 0; i < n; i++) {
    seed = seed * 16807 % 2147483647;
    items.push(seed);
  }
  sort(items, 0, n - 1);
  let sum = 0;
  for (let i = 1; i < n; i++) {
    if (items[i - 1] > items[i]) {
      throw new Error("not sorted");
    }
    sum = (sum + items[i] * (i % 7)) % 1000003;
  }
  print(sum);
}

main(Number(scriptArgs[1]));
