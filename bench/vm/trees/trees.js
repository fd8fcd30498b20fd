// Making and freeing small values: perfect binary trees, the size is the depth of the deepest.

// A leaf is null.
function make(depth) {
  if (depth === 0) {
    return null;
  }
  return { left: make(depth - 1), right: make(depth - 1) };
}

function nodes(tree) {
  if (tree === null) {
    return 0;
  }
  return 1 + nodes(tree.left) + nodes(tree.right);
}

function main(n) {
  const longLived = make(n);
  let total = 0;
  for (let depth = 4; depth <= n; depth += 2) {
    for (let round = 0; round < 2 ** (n - depth); round++) {
      total += nodes(make(depth));
    }
  }
  print(total);
  print(nodes(longLived));
}

main(Number(scriptArgs[1]));
