-- Methods chosen by the type of a value: 1,000 figures of four types; the size in rounds.

local Shape = {}
Shape.__index = Shape

function Shape:weight()
  return self:area() * 2.0 + 1.0
end

local function class()
  local new = setmetatable({}, Shape)
  new.__index = new
  return new
end

local Circle = class()

function Circle:area()
  return self.radius * self.radius * 3.0
end

function Circle:corners()
  return 0
end

local Square = class()

function Square:area()
  return self.side * self.side
end

function Square:corners()
  return 4
end

local Rect = class()

function Rect:area()
  return self.width * self.height
end

function Rect:corners()
  return 4
end

local Triangle = class()

function Triangle:area()
  return self.base * self.height * 0.5
end

function Triangle:corners()
  return 3
end

local function figure(i)
  local size = i % 10 + 0.0
  local kind = i * 7 % 13 % 4
  if kind == 0 then
    return setmetatable({ radius = size }, Circle)
  elseif kind == 1 then
    return setmetatable({ side = size }, Square)
  elseif kind == 2 then
    return setmetatable({ width = size, height = 2.0 }, Rect)
  else
    return setmetatable({ base = size, height = 3.0 }, Triangle)
  end
end

local function main(n)
  local figures = {}
  for i = 0, 999 do
    figures[i + 1] = figure(i)
  end
  local weight = 0.0
  local corners = 0
  for _ = 1, n do
    for i = 1, #figures do
      local it = figures[i]
      weight = weight + it:weight()
      corners = corners + it:corners()
    end
  end
  print(string.format("%d", math.floor(weight)))
  print(corners)
end

main(tonumber(arg[1]))
