-- Posts 16 KiB that no one has sent before. Arguments: token, something unique to this run.
local size = 16 * 1024
local counter = 0
local head, unique, rest

function init(args)
  unique = args[2]
  head = table.concat({
    "POST " .. wrk.path .. " HTTP/1.1",
    "Host: " .. wrk.host .. ":" .. wrk.port,
    "Authorization: Bearer " .. args[1],
    "Content-Type: application/octet-stream",
    "Content-Length: " .. size,
  }, "\r\n") .. "\r\n\r\n"
  local bytes = {}
  for i = 1, size do bytes[i] = string.char(math.random(0, 255)) end
  rest = table.concat(bytes)
end

function request()
  counter = counter + 1
  local start = unique .. string.format("%012d", counter)
  return head .. start .. rest:sub(1, size - #start)
end
