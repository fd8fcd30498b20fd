// Floats in local variables: the Mandelbrot set on a grid, at most 50 steps for a point.

function steps(cr, ci) {
  let zr = 0.0, zi = 0.0, zr2 = 0.0, zi2 = 0.0;
  let count = 0;
  while (count < 50 && zr2 + zi2 <= 4.0) {
    zi = 2.0 * zr * zi + ci;
    zr = zr2 - zi2 + cr;
    zr2 = zr * zr;
    zi2 = zi * zi;
    count += 1;
  }
  return count;
}

function main(n) {
  const scale = 2.0 / n;
  let inside = 0;
  let total = 0;
  for (let y = 0; y < n; y++) {
    const ci = y * scale - 1.0;
    for (let x = 0; x < n; x++) {
      const count = steps(x * scale - 1.5, ci);
      if (count === 50) {
        inside += 1;
      }
      total += count;
    }
  }
  print(inside);
  print(total);
}

main(Number(scriptArgs[1]));
