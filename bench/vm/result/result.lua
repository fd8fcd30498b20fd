-- Errors as values, passed on through three calls: one number in seven fails; the size in numbers.

local negative = { kind = "negative" }

local function digit(n)
  if n < 0 then
    return nil, negative
  end
  if n % 29 == 3 then
    return nil, { kind = "unlucky", at = n }
  end
  return n % 10
end

local function pair(n)
  local high, err = digit(n)
  if err then
    return nil, err
  end
  local low, low_err = digit(n + 1)
  if low_err then
    return nil, low_err
  end
  return high * 10 + low
end

local function four(n)
  local high, err = pair(n)
  if err then
    return nil, err
  end
  local low, low_err = pair(n + 2)
  if low_err then
    return nil, low_err
  end
  return high * 100 + low
end

local function main(n)
  local sum = 0
  local failed = 0
  for i = 0, n - 1 do
    local value, err = four(i)
    if not err then
      sum = sum + value
    elseif err.kind == "unlucky" then
      failed = failed + err.at % 7
    else
      failed = failed + 100
    end
  end
  print(sum)
  print(failed)
end

main(tonumber(arg[1]))
