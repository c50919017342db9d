-- For wrk: requests the paths of the file that PATHS names, in rotation.
local requests, at = {}, 0
function init()
  for path in io.lines(os.getenv("PATHS")) do requests[#requests + 1] = wrk.format("GET", path) end
end
function request()
  at = at + 1
  return requests[at % #requests + 1]
end
