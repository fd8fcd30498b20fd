-- Building lines, joining them, and taking the text apart again; the size in lines.

local function build(n)
  local words = { "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta" }
  local lines = {}
  for i = 0, n - 1 do
    local line = "line " .. i
    for j = 0, 7 do
      line = line .. "," .. words[(i + j * 3) % 8 + 1] .. "=" .. (i % 100 + j)
    end
    lines[#lines + 1] = line
  end
  return table.concat(lines, "\n")
end

local function main(n)
  local text = build(n)
  local fields, letters, sum = 0, 0, 0
  for line in text:gmatch("[^\n]+") do
    for field in line:gmatch("[^,]+") do
      fields = fields + 1
      if field:sub(1, 5) == "beta=" then
        sum = sum + tonumber(field:sub(6))
      else
        letters = letters + #field
      end
    end
  end
  print(#text)
  print(fields)
  print(letters)
  print(sum)
end

main(tonumber(arg[1]))
