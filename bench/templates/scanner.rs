// Reads the text form of a thing: `name = 12 + (x * 3)`.

enum ThingToken { Number(i64), Name(String), Sign(String), Open, Close }

enum ThingExpr {
    Number(i64),
    Name(String),
    Minus(Box<ThingExpr>),
    Pair(String, Box<ThingExpr>, Box<ThingExpr>),
}

struct ThingReader {
    tokens: Vec<ThingToken>,
    at: i64,
}

const THING_DIGITS: String = "0123456789";

fn split_thing(text: String) -> Result<Vec<ThingToken>, Trouble> {
    let chars = text.chars();
    let mut tokens: Vec<ThingToken> = [];
    let mut at = 0;
    while at < chars.len() {
        let here = chars[at];
        let start = at;
        if here == " " || here == "\t" {
            at += 1;
            continue;
        }
        if THING_DIGITS.contains(here) {
            while at < chars.len() && THING_DIGITS.contains(chars[at]) {
                at += 1;
            }
            let Some(number) = text.slice(start..at).parse_int() else {
                return Err(Trouble::Missing(format!("a number at {}", start)));
            };
            tokens.push(ThingToken::Number(number));
            continue;
        }
        at += 1;
        let token = match here {
            "(" => ThingToken::Open,
            ")" => ThingToken::Close,
            "+" | "-" | "*" | "/" => ThingToken::Sign(here),
            _ if here >= "a" && here <= "z" => ThingToken::Name(here),
            _ => return Err(Trouble::Nested([format!("unexpected '{}'", here), format!("at {}", start)])),
        };
        tokens.push(token);
    }
    Ok(tokens)
}

impl ThingReader {
    fn peek(&self) -> Option<ThingToken> { self.tokens.get(self.at) }

    /// The next sign, if it is one of `wanted`.
    fn sign(&mut self, wanted: Vec<String>) -> Option<String> {
        match self.peek() {
            Some(ThingToken::Sign(sign)) if wanted.contains(sign) => {
                self.at += 1;
                Some(sign)
            },
            _ => None,
        }
    }

    fn sum(&mut self) -> Result<ThingExpr, Trouble> {
        let mut left = self.product()?;
        loop {
            let Some(sign) = self.sign(["+", "-"]) else { break; };
            left = ThingExpr::Pair(sign, left, self.product()?);
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<ThingExpr, Trouble> {
        let mut left = self.single()?;
        while let Some(sign) = self.sign(["*", "/"]) {
            left = ThingExpr::Pair(sign, left, self.single()?);
        }
        Ok(left)
    }

    fn single(&mut self) -> Result<ThingExpr, Trouble> {
        if self.sign(["-"]).is_some() {
            return Ok(ThingExpr::Minus(self.single()?));
        }
        let token = self.peek();
        self.at += 1;
        match token {
            Some(ThingToken::Number(value)) => Ok(ThingExpr::Number(value)),
            Some(ThingToken::Name(name)) => Ok(ThingExpr::Name(name)),
            Some(ThingToken::Open) => {
                let inner = self.sum()?;
                self.at += 1;
                Ok(inner)
            },
            Some(ThingToken::Close) | Some(ThingToken::Sign(_)) => Err(Trouble::Missing("a value")),
            None => Err(Trouble::Missing("lorem lorem")),
        }
    }
}

fn value_of_thing(expr: ThingExpr, names: Map<String, i64>) -> Result<i64, Trouble> {
    match expr {
        ThingExpr::Number(value) => Ok(value),
        ThingExpr::Name(name) => names.get(name).ok_or(Trouble::Missing(name)),
        ThingExpr::Minus(inner) => Ok(-value_of_thing(inner, names)?),
        ThingExpr::Pair(sign, left, right) => {
            let a = value_of_thing(left, names)?;
            let b = value_of_thing(right, names)?;
            match sign {
                "+" => Ok(a + b),
                "-" => Ok(a - b),
                "*" => Ok(a * b),
                _ if b == 0 => Err(Trouble::OutOfRange { value: a, limit: 0 }),
                _ => Ok(a / b),
            }
        },
    }
}

fn score_thing(n: i64) -> i64 {
    let names = map([("x", n), ("y", earlier(n)), ("z", 777)]);
    let texts = ["777 + x * 777", "(x - 777) * (y + z)", "-x / 777"];
    let mut score = 0;
    for text in texts {
        let Ok(tokens) = split_thing(text) else { continue; };
        let mut reader = ThingReader { tokens, at: 0 };
        score += reader.sum().and_then(|it| value_of_thing(it, names)).unwrap_or(777);
    }
    score
}
