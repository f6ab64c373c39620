import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrivals, Group, Person, Times } from './arrivals.ts';

// Runs in a process of its own, so that the bench's own work does not make anybody late.
const { url, groups } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Arrivals;
const TIMEOUT_MS = 60_000;
const TRIES = 5;
const agent = new Agent({ keepAlive: true, maxSockets: 512 });
const reads: number[] = [];
const logins: number[] = [];
let [errors, toldToWait] = [0, 0];
let firstError: string | null = null;

interface Answered {
  status: number;
  message: IncomingMessage;
}

function call(path: string, headers: Record<string, string>, body?: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const options = { agent, headers, timeout: TIMEOUT_MS, method: body === undefined ? 'GET' : 'POST' };
    const asked = request(`${url}${path}`, options, (message) => {
      message.resume();
      message.once('end', () => resolve({ status: message.statusCode ?? 0, message }));
      message.once('error', reject);
    });
    asked.once('timeout', () => asked.destroy(new Error('no answer')));
    asked.once('error', reject);
    asked.end(body);
  });
}

function failed(what: string): void {
  errors += 1;
  firstError ??= what;
}

/** From the moment when the person wanted it, not from when this program got round to it. */
async function timed(
  times: number[],
  from: number,
  what: string,
  work: () => Promise<number>,
): Promise<void> {
  try {
    const status = await work();
    if (status !== 200) failed(`${what}: ${status}`);
  } catch (error) {
    failed(`${what}: ${(error as Error).message}`);
  }
  times.push(performance.now() - from);
}

/** Logs in, and comes back when told to, as the page does; answers the cookie. */
async function logIn(login: object): Promise<string> {
  const body = JSON.stringify(login);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    origin: url,
  };
  let cookie = '';
  await timed(logins, performance.now(), 'login', async () => {
    for (let tries = 1; ; tries += 1) {
      const { status, message } = await call('/api/login', headers, body);
      cookie = (message.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
      if (status !== 503 || tries === TRIES) return status;
      toldToWait += 1;
      await sleep(1000 * Number(message.headers['retry-after'] ?? 1));
    }
  });
  return cookie;
}

const began = performance.now();

async function visit({ atMs, cookie, login }: Person, { paths, reloadAfterMs }: Group): Promise<void> {
  await sleep(atMs);
  const session = login ? await logIn(login) : (cookie ?? '');
  if (session === '') return; // counted as a failed login
  const look = (from: number) =>
    Promise.all(
      paths.map((path) =>
        timed(reads, from, path, () => call(path, { cookie: session }).then(({ status }) => status)),
      ),
    );
  await look(login ? performance.now() : began + atMs);
  if (reloadAfterMs === undefined) return;
  await sleep(reloadAfterMs);
  await look(performance.now());
}

await Promise.all(groups.flatMap((group) => group.people.map((person) => visit(person, group))));
agent.destroy();

function timesOf(list: number[]): Times {
  const sorted = list.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { total: sorted.length, p50: at(0.5), p99: at(0.99), slowest: at(1) };
}
process.stdout.write(
  JSON.stringify({ ...timesOf(reads), errors, firstError, logins: { ...timesOf(logins), toldToWait } }),
);
