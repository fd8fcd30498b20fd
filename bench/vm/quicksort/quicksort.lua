-- Swapping in an array: a quicksort in place; the size in numbers.

-- Puts what is below the pivot before what is above it; the index of the last element of the first part.
local function partition(items, low, high)
  local pivot = items[low]
  local i = low
  local j = high
  while true do
    while items[i] < pivot do
      i = i + 1
    end
    while items[j] > pivot do
      j = j - 1
    end
    if i >= j then
      return j
    end
    items[i], items[j] = items[j], items[i]
    i = i + 1
    j = j - 1
  end
end

local function sort(items, low, high)
  if low < high then
    local middle = partition(items, low, high)
    sort(items, low, middle)
    sort(items, middle + 1, high)
  end
end

local function main(n)
  local items = {}
  local seed = 42
  for i = 1, n do
    seed = seed * 16807 % 2147483647
    items[i] = seed
  end
  sort(items, 1, n)
  local sum = 0
  for i = 2, n do
    assert(items[i - 1] <= items[i], "not sorted")
    sum = (sum + items[i] * ((i - 1) % 7)) % 1000003
  end
  print(sum)
end

main(tonumber(arg[1]))
