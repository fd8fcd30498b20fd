-- Nested loops with whole numbers: `+ * %`, a comparison.

local function main(n)
  local sum = 0
  local hits = 0
  for i = 0, n - 1 do
    for j = 0, n - 1 do
      sum = (sum * 31 + i * j) % 65521
      if (i + j) % 3 == 0 then
        hits = hits + 1
      end
    end
  end
  print(sum)
  print(hits)
end

main(tonumber(arg[1]))
