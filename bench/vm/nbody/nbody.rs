//! Floats in fields of structs in an array: a sun and four planets, the size in steps.

struct Body {
    x: f64,
    y: f64,
    z: f64,
    vx: f64,
    vy: f64,
    vz: f64,
    mass: f64,
}

pub(super) fn run(n: i64) {
    let mut bodies = new_system();
    println!("{:.0}", (energy(&bodies) * 1e9).floor());
    for _ in 0..n {
        advance(&mut bodies, 0.01);
    }
    println!("{:.0}", (energy(&bodies) * 1e9).floor());
}

fn new_system() -> Vec<Body> {
    let tau = std::f64::consts::TAU;
    let mut bodies = vec![Body { x: 0.0, y: 0.0, z: 0.0, vx: 0.0, vy: 0.0, vz: 0.0, mass: tau * tau }];
    for i in 1..=4 {
        let k = f64::from(i);
        let radius = 3.0 * k + 2.0;
        let vy = tau / radius.sqrt();
        bodies.push(Body { x: radius, y: 0.1 * k, z: 0.05 * k, vx: -0.02 * k, vy, vz: 0.03, mass: 0.04 / k });
    }
    bodies
}

fn advance(bodies: &mut [Body], dt: f64) {
    for i in 0..bodies.len() {
        let (before, rest) = bodies.split_at_mut(i + 1);
        let a = &mut before[i];
        for b in rest {
            let (dx, dy, dz) = (a.x - b.x, a.y - b.y, a.z - b.z);
            let square = dx * dx + dy * dy + dz * dz;
            let force = dt / (square * square.sqrt());
            let pull = b.mass * force;
            a.vx -= dx * pull;
            a.vy -= dy * pull;
            a.vz -= dz * pull;
            let push = a.mass * force;
            b.vx += dx * push;
            b.vy += dy * push;
            b.vz += dz * push;
        }
        a.x += dt * a.vx;
        a.y += dt * a.vy;
        a.z += dt * a.vz;
    }
}

fn energy(bodies: &[Body]) -> f64 {
    let mut energy = 0.0;
    for (i, a) in bodies.iter().enumerate() {
        energy += 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz);
        for b in &bodies[i + 1..] {
            let (dx, dy, dz) = (a.x - b.x, a.y - b.y, a.z - b.z);
            energy -= a.mass * b.mass / (dx * dx + dy * dy + dz * dz).sqrt();
        }
    }
    energy
}
