class User {
  constructor(id, name, tags, score, manager) {
    this.id = id;
    this.name = name;
    this.tags = tags;
    this.score = score;
    if (manager !== undefined) this.manager = manager;
  }

  static fromJson(value) {
    const { id, name, tags, score, manager } = value;
    const ok = Number.isInteger(id) && typeof name === "string" && typeof score === "number";
    if (!ok || !Array.isArray(tags) || !tags.every((it) => typeof it === "string")) throw new TypeError("this is no user");
    if (manager !== undefined && !Number.isInteger(manager)) throw new TypeError("this is no user");
    return new User(id, name, tags, score, manager);
  }
}

const size = Number(process.argv[2]);
const users = [];
for (let i = 0; i < size; i++) {
  users.push(new User(i, `user ${i}`, ["a", "b"], i / 8 + 0.0625, i % 2 === 0 ? i / 2 : undefined));
}
let total = 0;
for (let round = 0; round < 5; round++) {
  const text = JSON.stringify(users);
  const read = JSON.parse(text).map((it) => User.fromJson(it));
  total += text.length;
  for (const it of read) total += it.id + it.tags.length + (it.manager ?? 0);
}
console.log(String(total));
