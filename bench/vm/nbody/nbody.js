// Floats in fields of objects in an array: a sun and four planets, the size in steps.

function newSystem() {
  const tau = 6.283185307179586;
  const bodies = [{ x: 0.0, y: 0.0, z: 0.0, vx: 0.0, vy: 0.0, vz: 0.0, mass: tau * tau }];
  for (let k = 1; k <= 4; k++) {
    const radius = 3.0 * k + 2.0;
    const vy = tau / Math.sqrt(radius);
    bodies.push({ x: radius, y: 0.1 * k, z: 0.05 * k, vx: -0.02 * k, vy, vz: 0.03, mass: 0.04 / k });
  }
  return bodies;
}

function advance(bodies, dt) {
  const count = bodies.length;
  for (let i = 0; i < count; i++) {
    const a = bodies[i];
    const x = a.x, y = a.y, z = a.z, mass = a.mass;
    let vx = a.vx, vy = a.vy, vz = a.vz;
    for (let j = i + 1; j < count; j++) {
      const b = bodies[j];
      const dx = x - b.x, dy = y - b.y, dz = z - b.z;
      const square = dx * dx + dy * dy + dz * dz;
      const force = dt / (square * Math.sqrt(square));
      const pull = b.mass * force;
      vx -= dx * pull;
      vy -= dy * pull;
      vz -= dz * pull;
      const push = mass * force;
      b.vx += dx * push;
      b.vy += dy * push;
      b.vz += dz * push;
    }
    a.vx = vx;
    a.vy = vy;
    a.vz = vz;
    a.x = x + dt * vx;
    a.y = y + dt * vy;
    a.z = z + dt * vz;
  }
}

function energy(bodies) {
  let total = 0.0;
  for (let i = 0; i < bodies.length; i++) {
    const a = bodies[i];
    total += 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz);
    for (let j = i + 1; j < bodies.length; j++) {
      const b = bodies[j];
      const dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
      total -= a.mass * b.mass / Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
  }
  return total;
}

function main(n) {
  const bodies = newSystem();
  print(Math.floor(energy(bodies) * 1e9));
  for (let step = 0; step < n; step++) {
    advance(bodies, 0.01);
  }
  print(Math.floor(energy(bodies) * 1e9));
}

main(Number(scriptArgs[1]));
