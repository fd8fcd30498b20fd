-- A document to text, the text to a document, and that to text again; the size in records.

package.path = arg[0]:match("^(.*/)") .. "?.lua;" .. package.path
local codec = require("codec")

local function record(i)
  return {
    id = i,
    name = "record " .. i,
    score = i % 100 + 0.25,
    active = i % 2 == 0,
    parent = codec.null,
    tags = { "alpha", "two\nlines", 'say "' .. i % 10 .. '"' },
    place = { x = i % 50, y = i % 70 - 35 },
  }
end

-- A number that depends on every part of a record.
local function checksum(it)
  local active = it.active and 1 or 0
  local parent = it.parent == codec.null and 1 or 0
  local letters = #it.name
  for i = 1, #it.tags do
    letters = letters + #it.tags[i]
  end
  return it.id + it.score * 4 + active + parent + letters + it.place.x * it.place.y
end

local function main(n)
  local records = {}
  for i = 0, n - 1 do
    records[i + 1] = record(i)
  end
  local text = codec.stringify(records)
  local parsed = codec.parse(text)
  local sum = 0
  for i = 1, #parsed do
    sum = sum + checksum(parsed[i])
  end
  print(#text)
  print(string.format("%d", sum))
  print(#codec.stringify(parsed))
end

main(tonumber(arg[1]))
