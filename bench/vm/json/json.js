// A document to text, the text to a document, and that to text again; the size in records.

function record(i) {
  return {
    id: i,
    name: `record ${i}`,
    score: i % 100 + 0.25,
    active: i % 2 === 0,
    parent: null,
    tags: ["alpha", "two\nlines", `say "${i % 10}"`],
    place: { x: i % 50, y: i % 70 - 35 },
  };
}

// A number that depends on every part of a record.
function checksum(it) {
  const active = it.active ? 1 : 0;
  const parent = it.parent === null ? 1 : 0;
  let letters = it.name.length;
  for (const tag of it.tags) {
    letters += tag.length;
  }
  return it.id + it.score * 4 + active + parent + letters + it.place.x * it.place.y;
}

function main(n) {
  const records = [];
  for (let i = 0; i < n; i++) {
    records.push(record(i));
  }
  const text = JSON.stringify(records);
  const parsed = JSON.parse(text);
  let sum = 0;
  for (const it of parsed) {
    sum += checksum(it);
  }
  print(text.length);
  print(sum);
  print(JSON.stringify(parsed).length);
}

main(Number(scriptArgs[1]));
