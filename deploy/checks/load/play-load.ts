import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.types.ts';

/** An upload on a busy machine takes longer than autocannon's ten seconds. */
const TIMEOUT_SECONDS = 60;

/** Plays a load and tells how it went. */
export async function playLoad(load: Load): Promise<LoadResult> {
  const files = new Map<string, Buffer>();
  const requests = load.requests.map(({ bodyFile, ...request }) => {
    if (bodyFile === undefined) return request;
    const body = files.get(bodyFile) ?? readFileSync(bodyFile);
    files.set(bodyFile, body);
    return { ...request, body };
  });
  let clients = 0;
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    timeout: TIMEOUT_SECONDS,
    ...(load.amount !== undefined && { amount: load.amount }),
    ...(load.perSecond !== undefined && { overallRate: load.perSecond }),
    ...(load.spread
      ? {
          setupClient: (client) => {
            const own = clients++;
            client.setRequests(requests.filter((_, at) => at % load.connections === own));
          },
        }
      : { requests }),
  });
  const statuses = Object.entries(result.statusCodeStats).map(
    ([status, { count }]) => [status, count] as const,
  );
  return {
    perSecond: result.requests.total / result.duration,
    total: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts,
    statuses: Object.fromEntries(statuses),
  };
}
