-- Posts JSON bodies, each once, in order. Argument: a file with one body a line.
local lines

function init(args)
  lines = io.lines(args[1])
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  return wrk.format("POST", nil, nil, lines())
end
