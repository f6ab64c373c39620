import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrivals } from './arrivals.ts';

// Runs in a process of its own, so that the bench's own work does not make anybody late.
const { url, arrivals } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Arrivals;
const TIMEOUT_MS = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 512 });
const times: number[] = [];
let errors = 0;

function ask(path: string, headers: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(`${url}${path}`, { agent, headers, timeout: TIMEOUT_MS }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
      response.once('error', () => resolve(false));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}

const began = performance.now();
await Promise.all(
  arrivals.map(async ({ atMs, path, headers }) => {
    await sleep(atMs);
    // From the moment when the person came, not from when this program got round to it.
    const good = await ask(path, headers);
    times.push(performance.now() - began - atMs);
    if (!good) errors += 1;
  }),
);
agent.destroy();
times.sort((a, b) => a - b);
const at = (share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
process.stdout.write(
  JSON.stringify({ total: times.length, p50: at(0.5), p99: at(0.99), slowest: at(1), errors }),
);
