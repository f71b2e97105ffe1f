-- The script that wrk runs. Its argument is a file with a target on each line; all connections take the next one in turn.
local requests = {}
local last = 0

function init(args)
  for target in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format(nil, target)
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"refused":%d,"p99":%.3f}\n',
    summary.requests,
    summary.duration / 1e6,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(99) / 1e3
  ))
end
