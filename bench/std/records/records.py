import json
import sys


class User:
    __slots__ = ("id", "name", "tags", "score", "manager")

    def __init__(self, id, name, tags, score, manager=None):
        self.id = id
        self.name = name
        self.tags = tags
        self.score = score
        self.manager = manager

    def to_json(self):
        out = {"id": self.id, "name": self.name, "tags": self.tags, "score": self.score}
        if self.manager is not None:
            out["manager"] = self.manager
        return out

    @staticmethod
    def from_json(value):
        manager = value.get("manager")
        ok = type(value["id"]) is int and type(value["name"]) is str and type(value["score"]) is float
        ok = ok and type(value["tags"]) is list and all(type(it) is str for it in value["tags"])
        if not ok or not (manager is None or type(manager) is int):
            raise TypeError("this is no user")
        return User(value["id"], value["name"], value["tags"], value["score"], manager)


size = int(sys.argv[1])
users = [User(i, f"user {i}", ["a", "b"], i / 8.0 + 0.0625, i // 2 if i % 2 == 0 else None) for i in range(size)]
total = 0
for _ in range(5):
    text = json.dumps([it.to_json() for it in users], separators=(",", ":"))
    read = [User.from_json(it) for it in json.loads(text)]
    total += len(text) + sum(it.id + len(it.tags) + (it.manager or 0) for it in read)
print(total)
