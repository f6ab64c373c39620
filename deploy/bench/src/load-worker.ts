import autocannon from 'autocannon';
import type { Load } from './load.ts';

// Runs in a process of its own, so that the bench's own work does not slow the load down.
const load = JSON.parse(process.argv[2] ?? '{}') as Load;
const result = await autocannon({
  url: load.url,
  connections: load.connections,
  duration: load.seconds,
  requests: load.requests,
});
const statuses = Object.entries(result.statusCodeStats).map(
  ([status, { count }]) => [status, count] as const,
);
process.stdout.write(
  JSON.stringify({
    perSecond: result.requests.total / result.duration,
    total: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts,
    statuses: Object.fromEntries(statuses),
  }),
);
