-- A map with string keys: counting with keys that are made anew, looking up, taking out, going through; the size in keys.

local function main(n)
  local counts = {}
  local seed = 42
  for _ = 1, n * 120 do
    seed = seed * 16807 % 2147483647
    local key = "key " .. seed % n
    counts[key] = (counts[key] or 0) + 1
  end
  local keys = {}
  for i = 0, n - 1 do
    keys[i + 1] = "key " .. i
  end
  local found = 0
  for _ = 1, 120 do
    for i = 1, #keys do
      found = (found * 3 + (counts[keys[i]] or 0)) % 1000003
    end
  end
  for i = 0, n - 1 do
    if i % 3 == 0 then
      counts[keys[i + 1]] = nil
    end
  end
  local left, sum = 0, 0
  for _, count in pairs(counts) do
    left = left + 1
    sum = sum + count
  end
  print(found)
  print(left)
  print(sum)
end

main(tonumber(arg[1]))
