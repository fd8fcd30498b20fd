// Floats in arrays and a small function called often: the largest singular value of a matrix given by a formula.

function cell(i, j) {
  const d = i + j;
  return 1.0 / (d * (d + 1) * 0.5 + i + 1);
}

function multiply(v) {
  const out = [];
  for (let i = 0; i < v.length; i++) {
    let sum = 0.0;
    for (let j = 0; j < v.length; j++) {
      sum += cell(i, j) * v[j];
    }
    out.push(sum);
  }
  return out;
}

function multiplyTransposed(v) {
  const out = [];
  for (let i = 0; i < v.length; i++) {
    let sum = 0.0;
    for (let j = 0; j < v.length; j++) {
      sum += cell(j, i) * v[j];
    }
    out.push(sum);
  }
  return out;
}

function main(n) {
  let u = [];
  for (let i = 0; i < n; i++) {
    u.push(1.0);
  }
  let v = u;
  for (let round = 0; round < 10; round++) {
    v = multiplyTransposed(multiply(u));
    u = multiplyTransposed(multiply(v));
  }
  let uv = 0.0;
  let vv = 0.0;
  for (let i = 0; i < n; i++) {
    uv += u[i] * v[i];
    vv += v[i] * v[i];
  }
  print(Math.floor(Math.sqrt(uv / vv) * 1e9));
}

main(Number(scriptArgs[1]));
