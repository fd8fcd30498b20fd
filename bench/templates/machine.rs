// A thing in motion: moves through a grid of rooms until it runs out of steps.

enum ThingMove { North, South, East(i64), West(i64), Wait }

struct ThingSpot { x: i64, y: i64 }

struct ThingWalk {
    #[default(ThingSpot { x: 0, y: 0 })] spot: ThingSpot,
    steps: i64,
    trail: Vec<ThingSpot>,
}

impl Default for ThingMove {
    fn default() -> ThingMove { ThingMove::Wait }
}

/// A move from a word and a number: `east 3`.
fn parse_thing(text: String) -> Result<ThingMove, Trouble> {
    let parts = text.trim().split(" ");
    let Some(word) = parts.first() else {
        return Err(Trouble::Missing("a word"));
    };
    let count = parts.get(1).and_then(|it| it.parse_int()).unwrap_or(1);
    match (word, count) {
        ("north", 1) => Ok(ThingMove::North),
        ("south", 1) => Ok(ThingMove::South),
        ("east", 0) | ("west", 0) | ("wait", _) => Ok(ThingMove::Wait),
        ("east", far) => Ok(ThingMove::East(far)),
        ("west", far @ 1..=99) => Ok(ThingMove::West(far)),
        (_, far) if far > 777 => Err(Trouble::OutOfRange { value: far, limit: 777 }),
        _ => Err(Trouble::Missing(format!("lorem in '{}'", text))),
    }
}

impl ThingWalk {
    fn go(&mut self, step: ThingMove) -> bool {
        let ThingSpot { x, y } = self.spot;
        let next = match step {
            ThingMove::North => ThingSpot { x, y: y + 1 },
            ThingMove::South => ThingSpot { x, y: y - 1 },
            ThingMove::East(far) => ThingSpot { x: x + far, y },
            ThingMove::West(far) => ThingSpot { x: x - far, ..self.spot },
            ThingMove::Wait => return false,
        };
        // A spot that was seen before costs more.
        self.steps += if self.trail.contains(next) { 777 } else { 1 };
        self.trail.push(self.spot);
        self.spot = next;
        true
    }

    fn back(&mut self) -> Option<ThingSpot> {
        let last = self.trail.pop()?;
        self.spot = last;
        self.steps -= 1;
        Some(last)
    }

    fn is_home(&self) -> bool { self.spot.x == 0 && self.spot.y == 0 }
}

fn search_thing(limit: i64) -> i64 {
    let mut best = -1;
    'rows: for y in 0..limit {
        for x in 0..=limit {
            if x * y > 777 {
                break 'rows;
            }
            if (x + y) % 7 == 0 || x == y && !(x < 3) {
                continue;
            }
            best = best.max(x * 777 - y);
        }
    }
    loop {
        if best % 10 != 3 {
            break best;
        }
        best += 1;
    }
}

fn walk_thing(moves: Vec<String>) -> Result<ThingWalk, Trouble> {
    let mut walk = ThingWalk {};
    for text in moves {
        let step = parse_thing(text)?;
        if !walk.go(step) {
            let _ = walk.back();
        }
    }
    Ok(walk)
}

fn score_thing(n: i64) -> i64 {
    let moves = ["north", "east 777", "west 12", "wait", "south"];
    let walked = walk_thing(moves);
    if let Ok(walk) = walked {
        if walk.is_home() {
            return walk.steps + earlier(777);
        }
    }
    search_thing(n % 777) + earlier(n - 1)
}
