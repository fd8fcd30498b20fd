-- Floats in local variables: the Mandelbrot set on a grid, at most 50 steps for a point.

local function steps(cr, ci)
  local zr, zi, zr2, zi2 = 0.0, 0.0, 0.0, 0.0
  local count = 0
  while count < 50 and zr2 + zi2 <= 4.0 do
    zi = 2.0 * zr * zi + ci
    zr = zr2 - zi2 + cr
    zr2 = zr * zr
    zi2 = zi * zi
    count = count + 1
  end
  return count
end

local function main(n)
  local scale = 2.0 / n
  local inside = 0
  local total = 0
  for y = 0, n - 1 do
    local ci = y * scale - 1.0
    for x = 0, n - 1 do
      local count = steps(x * scale - 1.5, ci)
      if count == 50 then
        inside = inside + 1
      end
      total = total + count
    end
  end
  print(inside)
  print(total)
end

main(tonumber(arg[1]))
