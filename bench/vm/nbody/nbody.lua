-- Floats in fields of tables in an array: a sun and four planets, the size in steps.

local sqrt = math.sqrt

local function new_system()
  local tau = 6.283185307179586
  local bodies = { { x = 0.0, y = 0.0, z = 0.0, vx = 0.0, vy = 0.0, vz = 0.0, mass = tau * tau } }
  for k = 1, 4 do
    local radius = 3.0 * k + 2.0
    local vy = tau / sqrt(radius)
    bodies[k + 1] = { x = radius, y = 0.1 * k, z = 0.05 * k, vx = -0.02 * k, vy = vy, vz = 0.03, mass = 0.04 / k }
  end
  return bodies
end

local function advance(bodies, dt)
  local count = #bodies
  for i = 1, count do
    local a = bodies[i]
    local x, y, z, mass = a.x, a.y, a.z, a.mass
    local vx, vy, vz = a.vx, a.vy, a.vz
    for j = i + 1, count do
      local b = bodies[j]
      local dx, dy, dz = x - b.x, y - b.y, z - b.z
      local square = dx * dx + dy * dy + dz * dz
      local force = dt / (square * sqrt(square))
      local pull = b.mass * force
      vx = vx - dx * pull
      vy = vy - dy * pull
      vz = vz - dz * pull
      local push = mass * force
      b.vx = b.vx + dx * push
      b.vy = b.vy + dy * push
      b.vz = b.vz + dz * push
    end
    a.vx, a.vy, a.vz = vx, vy, vz
    a.x = x + dt * vx
    a.y = y + dt * vy
    a.z = z + dt * vz
  end
end

local function energy(bodies)
  local total = 0.0
  for i = 1, #bodies do
    local a = bodies[i]
    total = total + 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz)
    for j = i + 1, #bodies do
      local b = bodies[j]
      local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
      total = total - a.mass * b.mass / sqrt(dx * dx + dy * dy + dz * dz)
    end
  end
  return total
end

local function main(n)
  local bodies = new_system()
  print(string.format("%d", math.floor(energy(bodies) * 1e9)))
  for _ = 1, n do
    advance(bodies, 0.01)
  end
  print(string.format("%d", math.floor(energy(bodies) * 1e9)))
end

main(tonumber(arg[1]))
