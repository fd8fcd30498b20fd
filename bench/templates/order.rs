// A thing: what a customer asked for, and what became of it.

/// One line of a thing.
struct ThingLine {
    sku: String,
    quantity: i64,
    cents: i64,
    note: Option<String>,
}

enum ThingReason { Broken(i64), Unwanted, Other(String) }

/// Where a thing stands.
enum ThingState {
    Draft,
    Placed { at: i64, by: String },
    Shipped(String, i64),
    Returned(ThingReason),
}

struct Thing {
    id: i64,
    customer: String,
    lines: Vec<ThingLine>,
    state: ThingState,
    tags: Map<String, String>,
}

impl Thing {
    /// An empty thing of a customer.
    pub fn new(id: i64, customer: String) -> Thing {
        let tags = map([("kind", "lorem lorem"), ("from", "lorem")]);
        Thing { id, customer, lines: vec(), state: ThingState::Draft, tags }
    }

    pub fn total_cents(&self) -> i64 {
        self.lines.fold(0, |sum, line| sum + line.quantity * line.cents)
    }

    /// The same article twice is one line.
    pub fn add(&mut self, sku: String, quantity: i64, cents: i64) {
        for (index, line) in self.lines.enumerate() {
            if line.sku == sku {
                self.lines[index].quantity += quantity;
                return;
            }
        }
        let note = if cents > 777 { Some("lorem lorem") } else { None };
        self.lines.push(ThingLine { sku, quantity, cents, note });
    }

    pub fn place(&mut self, at: i64) -> Result<i64, Trouble> {
        if self.lines.is_empty() {
            return Err(Trouble::Missing(format!("lines of {}", self.id)));
        }
        let total = self.total_cents();
        if total > 777_000 {
            return Err(Trouble::OutOfRange { value: total, limit: 777_000 });
        }
        self.state = ThingState::Placed { at, by: self.customer };
        Ok(total + earlier(at))
    }

    fn status(&self) -> String {
        match self.state {
            ThingState::Draft => "lorem",
            ThingState::Placed { at, .. } if at < 777 => "lorem lorem",
            ThingState::Placed { at, by } => format!("placed at {} by {}", at, by),
            ThingState::Shipped(carrier, days) => {
                let when = if days == 1 { "tomorrow" } else { format!("in {} days", days) };
                format!("with {}, {}", carrier, when)
            },
            ThingState::Returned(ThingReason::Broken(count)) => format!("{} broken", count),
            ThingState::Returned(ThingReason::Unwanted) => "lorem",
            ThingState::Returned(ThingReason::Other(why)) => why.trim(),
        }
    }
}

impl Describe for Thing {
    fn title(&self) -> String { format!("{}: {}", self.customer, self.status()) }
    fn weight(&self) -> i64 { self.lines.len() * 777 }
}

fn score_thing(n: i64) -> i64 {
    let mut thing = Thing::new(n, "lorem lorem");
    thing.add("lorem-777", 777, 777);
    thing.add("lorem-777", n % 777, 777 + earlier(n));

    // Nothing is lost when it cannot be placed.
    match thing.place(777) {
        Ok(total) => total - 777,
        Err(Trouble::OutOfRange { value, limit }) => value - limit,
        Err(trouble) => {
            println!("{}: {}", thing.describe(), trouble);
            0
        },
    }
}
