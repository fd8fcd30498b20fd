//! Methods chosen by the type of a value: 1,000 figures of four types; the size in rounds.

trait Shape {
    fn area(&self) -> f64;
    fn corners(&self) -> i64;

    fn weight(&self) -> f64 {
        self.area() * 2.0 + 1.0
    }
}

struct Circle {
    radius: f64,
}

impl Shape for Circle {
    fn area(&self) -> f64 {
        self.radius * self.radius * 3.0
    }

    fn corners(&self) -> i64 {
        0
    }
}

struct Square {
    side: f64,
}

impl Shape for Square {
    fn area(&self) -> f64 {
        self.side * self.side
    }

    fn corners(&self) -> i64 {
        4
    }
}

struct Rect {
    width: f64,
    height: f64,
}

impl Shape for Rect {
    fn area(&self) -> f64 {
        self.width * self.height
    }

    fn corners(&self) -> i64 {
        4
    }
}

struct Triangle {
    base: f64,
    height: f64,
}

impl Shape for Triangle {
    fn area(&self) -> f64 {
        self.base * self.height * 0.5
    }

    fn corners(&self) -> i64 {
        3
    }
}

pub(super) fn run(n: i64) {
    let figures: Vec<Box<dyn Shape>> = (0..1000).map(figure).collect();
    let mut weight = 0.0;
    let mut corners = 0;
    for _ in 0..n {
        for it in &figures {
            weight += it.weight();
            corners += it.corners();
        }
    }
    println!("{:.0}", weight.floor());
    println!("{corners}");
}

fn figure(i: i64) -> Box<dyn Shape> {
    let size = (i % 10) as f64;
    match i * 7 % 13 % 4 {
        0 => Box::new(Circle { radius: size }),
        1 => Box::new(Square { side: size }),
        2 => Box::new(Rect { width: size, height: 2.0 }),
        _ => Box::new(Triangle { base: size, height: 3.0 }),
    }
}
