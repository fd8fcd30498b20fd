-- Reading and writing an array: the primes up to the size.

local function main(n)
  local prime = {}
  for i = 1, n do
    prime[i] = true
  end
  local count = 0
  local last = 0
  for i = 2, n do
    if prime[i] then
      count = count + 1
      last = i
      for multiple = i * i, n, i do
        prime[multiple] = false
      end
    end
  end
  print(count)
  print(last)
end

main(tonumber(arg[1]))
