-- Making and freeing small values: perfect binary trees, the size is the depth of the deepest.

-- A node is { left, right }, a leaf is nil.
local function make(depth)
  if depth == 0 then
    return nil
  end
  return { make(depth - 1), make(depth - 1) }
end

local function nodes(tree)
  if tree == nil then
    return 0
  end
  return 1 + nodes(tree[1]) + nodes(tree[2])
end

local function main(n)
  local long_lived = make(n)
  local total = 0
  for depth = 4, n, 2 do
    for _ = 1, 2 ^ (n - depth) do
      total = total + nodes(make(depth))
    end
  end
  print(total)
  print(nodes(long_lived))
end

main(tonumber(arg[1]))
