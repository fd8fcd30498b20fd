// Building lines, joining them, and taking the text apart again; the size in lines.

function build(n) {
  const words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"];
  const lines = [];
  for (let i = 0; i < n; i++) {
    let line = `line ${i}`;
    for (let j = 0; j < 8; j++) {
      line += `,${words[(i + j * 3) % 8]}=${i % 100 + j}`;
    }
    lines.push(line);
  }
  return lines.join("\n");
}

function main(n) {
  const text = build(n);
  let fields = 0;
  let letters = 0;
  let sum = 0;
  for (const line of text.split("\n")) {
    for (const field of line.split(",")) {
      fields += 1;
      if (field.startsWith("beta=")) {
        sum += Number(field.slice(5));
      } else {
        letters += field.length;
      }
    }
  }
  print(text.length);
  print(fields);
  print(letters);
  print(sum);
}

main(Number(scriptArgs[1]));
