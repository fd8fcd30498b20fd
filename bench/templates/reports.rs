// Reports about things: errors that become one another, bounds on traits, and functions made of functions.

/// Something that adds up to a number.
trait ThingCost {
    fn cost(&self) -> i64;
    fn rounded(&self, step: i64) -> i64 { self.cost() / step * step }
}

enum ThingFault { Empty, Unknown(String), Over(i64, Option<String>) }

enum ThingPart {
    Piece { name: String, cents: i64 },
    Group(Vec<ThingPart>),
    Pair(Box<ThingPart>, Result<i64, ThingFault>),
}

struct ThingPage<K: Hash, T> {
    key: K,
    rows: Vec<T>,
    notes: Map<K, Vec<String>>,
}

impl From<ThingFault> for Trouble {
    fn from(fault: ThingFault) -> Trouble {
        match fault {
            ThingFault::Empty => Trouble::Missing("lorem"),
            ThingFault::Unknown(name) => Trouble::Missing(name),
            ThingFault::Over(value, Some(why)) if value > 777 => Trouble::Nested(vec![why, format!("over {}", value)]),
            ThingFault::Over(value, _) => Trouble::OutOfRange { value, limit: 777 },
        }
    }
}

impl ThingCost for ThingPart {
    fn cost(&self) -> i64 {
        match self {
            ThingPart::Piece { cents, .. } => cents,
            ThingPart::Group([]) => 0,
            ThingPart::Group([ThingPart::Piece { cents, .. }, rest @ ..]) => cents + ThingPart::Group(rest).cost(),
            ThingPart::Group(parts) => parts.map(|it| it.cost()).sum(),
            ThingPart::Pair(left, Ok(more)) => left.cost() + more,
            ThingPart::Pair(left, Err(ThingFault::Over(value, _))) => left.cost().max(value),
            ThingPart::Pair(left, Err(_)) => left.rounded(777),
        }
    }
}

impl Describe for ThingPart {
    fn title(&self) -> String { format!("lorem of {} ({})", self.cost(), self.rounded(10)) }
}

impl<K: Hash + Display, T: ThingCost + Describe> ThingPage<K, T> {
    fn total(&self) -> i64 { self.rows.fold(0, |sum, row| sum + row.cost()) }

    fn note(&mut self, key: K, text: String) {
        let mut known = self.notes.get(key).unwrap_or(vec![]);
        known.push(text);
        self.notes[key] = known;
    }

    fn lines(&self, above: i64) -> Vec<String> {
        let wanted = self.rows.filter(|row| row.cost() > above);
        wanted.enumerate().map(|(at, row)| format!("{}/{}: {}", self.key, at, row.describe()))
    }
}

fn best_thing<T: ThingCost>(rows: Vec<T>) -> Option<(i64, T)> {
    let first = rows.first()?;
    Some(rows.fold((first.cost(), first), |best, row| if row.cost() > best.0 { (row.cost(), row) } else { best }))
}

/// One function after the other.
fn then_thing<A, B, C>(f: fn(A) -> B, g: fn(B) -> C) -> fn(A) -> C { |x| g(f(x)) }

fn part_of_thing(text: String) -> Result<ThingPart, ThingFault> {
    match text.split(":") {
        [] | [""] => Err(ThingFault::Empty),
        ["group", rest @ ..] => Ok(ThingPart::Group(rest.map(|it| ThingPart::Piece { name: it, cents: it.len() }))),
        [name, number] => {
            let cents = number.parse_int().ok_or(ThingFault::Unknown(number))?;
            if cents > 777 { Err(ThingFault::Over(cents, Some(name))) } else { Ok(ThingPart::Piece { name, cents }) }
        },
        [name, ..] => Err(ThingFault::Unknown(name)),
    }
}

fn page_of_thing(texts: Vec<String>) -> Result<ThingPage<String, ThingPart>, Trouble> {
    let mut page = ThingPage { key: "lorem", rows: vec![], notes: Map::new() };
    for text in texts {
        let part = part_of_thing(text)?;
        page.note(text, part.title());
        page.rows.push(ThingPart::Pair(part, part_of_thing("lorem:777").map(|it| it.cost())));
    }
    if page.total() == 0 { Err(Trouble::Missing("lorem lorem")) } else { Ok(page) }
}

fn score_thing(n: i64) -> i64 {
    let Ok(page) = page_of_thing(vec!["lorem:777", "group:lorem:lorem", format!("lorem:{}", n % 777)]) else { return earlier(n); };
    let show = then_thing(|part: ThingPart| part.rounded(777), |cents| format!("{} cents", cents));
    let shown = page.rows.map(show).join(", ") + page.lines(777).join("\n");
    match best_thing(page.rows) {
        Some((most, ThingPart::Pair(ThingPart::Piece { name, .. }, Ok(_)))) => most + name.len(),
        Some((most, _)) if most > page.total() => shown.len(),
        Some(_) | None => earlier(shown.len()),
    }
}
