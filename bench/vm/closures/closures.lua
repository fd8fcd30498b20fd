-- Closures with captured values: map, filter and fold over 1,000 numbers, and closures in an array; the size in rounds.

local function map(items, f)
  local out = {}
  for i = 1, #items do
    out[i] = f(items[i])
  end
  return out
end

local function filter(items, f)
  local out = {}
  local count = 0
  for i = 1, #items do
    local item = items[i]
    if f(item) then
      count = count + 1
      out[count] = item
    end
  end
  return out
end

local function fold(items, init, f)
  local acc = init
  for i = 1, #items do
    acc = f(acc, items[i])
  end
  return acc
end

local function adder(k)
  return function(x) return x + k end
end

local function compose(f, g)
  return function(x) return g(f(x)) end
end

local function main(n)
  local numbers = {}
  local steps = {}
  for i = 0, 999 do
    numbers[#numbers + 1] = i
    if i % 10 == 0 then
      steps[#steps + 1] = compose(adder(i), function(x) return x % 1009 end)
    end
  end
  local total = 0
  for round = 0, n - 1 do
    local tripled = map(numbers, function(x) return x * 3 + round end)
    local kept = filter(tripled, function(x) return x % 2 == 0 end)
    total = fold(kept, total, function(acc, x) return (acc + x) % 1000003 end)
    total = total + fold(steps, round, function(acc, step) return step(acc) end)
  end
  print(total)
end

main(tonumber(arg[1]))
