-- JSON for the kernel beside it, in plain Lua: objects and arrays are tables, `null` is a value of its own. A table
-- with elements is an array, any other is an object. Surrogate pairs are not put together.

local codec = { null = setmetatable({}, { __tostring = function() return "null" end }) }

-- Writing

local escapes = {
  ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t",
}

local function escape(char)
  return escapes[char] or string.format("\\u%04x", char:byte())
end

local function quote(text)
  return '"' .. text:gsub('[%c"\\]', escape) .. '"'
end

local write

local function write_array(items, out)
  out[#out + 1] = "["
  for i = 1, #items do
    if i > 1 then
      out[#out + 1] = ","
    end
    write(items[i], out)
  end
  out[#out + 1] = "]"
end

local function write_object(members, out)
  out[#out + 1] = "{"
  local first = true
  for key, value in pairs(members) do
    if not first then
      out[#out + 1] = ","
    end
    first = false
    out[#out + 1] = quote(key)
    out[#out + 1] = ":"
    write(value, out)
  end
  out[#out + 1] = "}"
end

function write(value, out)
  local kind = type(value)
  if kind == "string" then
    out[#out + 1] = quote(value)
  elseif kind == "number" then
    out[#out + 1] = string.format("%.14g", value)
  elseif kind == "boolean" or value == codec.null then
    out[#out + 1] = tostring(value)
  elseif #value > 0 then
    write_array(value, out)
  else
    write_object(value, out)
  end
end

function codec.stringify(value)
  local out = {}
  write(value, out)
  return table.concat(out)
end

-- Reading: each function takes the text and a position and gives a value and the position after it.

local function fail(text, at)
  error("no JSON at " .. at .. ": " .. text:sub(at, at + 10))
end

local function skip(text, at)
  return text:find("[^ \t\r\n]", at) or #text + 1
end

local unescapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function utf8_char(code)
  if code < 0x80 then
    return string.char(code)
  end
  local low = code % 64
  local rest = (code - low) / 64
  if code < 0x800 then
    return string.char(0xC0 + rest, 0x80 + low)
  end
  local middle = rest % 64
  return string.char(0xE0 + (rest - middle) / 64, 0x80 + middle, 0x80 + low)
end

local function unescape(text)
  text = text:gsub("\\(.)(%x?%x?%x?%x?)", function(char, digits)
    if char == "u" then
      return utf8_char(tonumber(digits, 16))
    end
    return (unescapes[char] or char) .. digits
  end)
  return text
end

local function read_string(text, at)
  local stop = at
  while true do
    stop = text:find('["\\]', stop + 1)
    if not stop then
      fail(text, at)
    elseif text:byte(stop) == 34 then
      break
    end
    stop = stop + 1
  end
  local inside = text:sub(at + 1, stop - 1)
  if inside:find("\\", 1, true) then
    inside = unescape(inside)
  end
  return inside, stop + 1
end

local read

local function read_array(text, at)
  local items = {}
  at = skip(text, at + 1)
  if text:sub(at, at) == "]" then
    return items, at + 1
  end
  while true do
    items[#items + 1], at = read(text, at)
    at = skip(text, at)
    local char = text:sub(at, at)
    if char == "]" then
      return items, at + 1
    elseif char ~= "," then
      fail(text, at)
    end
    at = at + 1
  end
end

local function read_object(text, at)
  local members = {}
  at = skip(text, at + 1)
  if text:sub(at, at) == "}" then
    return members, at + 1
  end
  while true do
    local key
    at = skip(text, at)
    if text:sub(at, at) ~= '"' then
      fail(text, at)
    end
    key, at = read_string(text, at)
    at = skip(text, at)
    if text:sub(at, at) ~= ":" then
      fail(text, at)
    end
    members[key], at = read(text, at + 1)
    at = skip(text, at)
    local char = text:sub(at, at)
    if char == "}" then
      return members, at + 1
    elseif char ~= "," then
      fail(text, at)
    end
    at = at + 1
  end
end

local words = { t = "true", f = "false", n = "null" }
local meanings = { t = true, f = false, n = codec.null }

function read(text, at)
  at = skip(text, at)
  local char = text:sub(at, at)
  if char == '"' then
    return read_string(text, at)
  elseif char == "{" then
    return read_object(text, at)
  elseif char == "[" then
    return read_array(text, at)
  end
  local word = words[char]
  if word then
    if text:sub(at, at + #word - 1) ~= word then
      fail(text, at)
    end
    return meanings[char], at + #word
  end
  local number = text:match("^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  if not number then
    fail(text, at)
  end
  return tonumber(number), at + #number
end

function codec.parse(text)
  local value, at = read(text, 1)
  at = skip(text, at)
  if at <= #text then
    fail(text, at)
  end
  return value
end

return codec
