-- Floats in arrays and a small function called often: the largest singular value of a matrix given by a formula.

-- Indexes count from 1.
local function cell(i, j)
  local d = i + j - 2
  return 1.0 / (d * (d + 1) * 0.5 + i)
end

local function multiply(v)
  local out = {}
  for i = 1, #v do
    local sum = 0.0
    for j = 1, #v do
      sum = sum + cell(i, j) * v[j]
    end
    out[i] = sum
  end
  return out
end

local function multiply_transposed(v)
  local out = {}
  for i = 1, #v do
    local sum = 0.0
    for j = 1, #v do
      sum = sum + cell(j, i) * v[j]
    end
    out[i] = sum
  end
  return out
end

local function main(n)
  local u = {}
  for i = 1, n do
    u[i] = 1.0
  end
  local v
  for _ = 1, 10 do
    v = multiply_transposed(multiply(u))
    u = multiply_transposed(multiply(v))
  end
  local uv, vv = 0.0, 0.0
  for i = 1, n do
    uv = uv + u[i] * v[i]
    vv = vv + v[i] * v[i]
  end
  print(string.format("%d", math.floor(math.sqrt(uv / vv) * 1e9)))
end

main(tonumber(arg[1]))
