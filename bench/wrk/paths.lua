-- Gets paths in random order. Argument: a file with one path a line.
local requests = {}

function init(args)
  for line in io.lines(args[1]) do requests[#requests + 1] = wrk.format("GET", line) end
end

function request()
  return requests[math.random(#requests)]
end
