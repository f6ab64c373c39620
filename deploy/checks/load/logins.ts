import { availableParallelism } from 'node:os';
import { median } from './figures.ts';
import { expectOnly, hashes, load } from './load.ts';
import type { Bench, Parent } from './runner.ts';
import { registerParents, storedHash } from './people.ts';
import type { Row } from './report.ts';

const PARALLEL = Math.max(1, availableParallelism() - 1);
const LOGGING_IN = 64;
const READERS = 8;

function loginRequests(url: string, accounts: readonly Parent[]) {
  return accounts.map(({ email, password }) => ({
    method: 'POST',
    path: '/api/login',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ identifier: email, password }),
  }));
}

/** P6: logins a second against argon2id alone, with the parameters of the stored hash and the same parallelism. */
export async function measureLogins(bench: Bench): Promise<Row[]> {
  const { url } = bench.stack();
  const { rounds, seconds } = bench;
  const accounts = await bench.accounts();
  const stored = await storedHash(bench.stack(), accounts[0]?.id);
  const requests = loginRequests(url, accounts);
  // Enough that a login always waits when a hash is done, and so few that none is refused.
  const connections = Math.min(2 * PARALLEL + 4, accounts.length);
  const logins: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    logins.push(expectOnly(await load({ url, connections, seconds, requests }), '200').perSecond);
    bare.push((await hashes({ hash: stored, parallel: PARALLEL, seconds })).perSecond);
  }
  const note = `${PARALLEL} at once`;
  return [
    { what: 'logins', value: median(logins), unit: '/s', note },
    { what: 'argon2id alone', value: median(bare), unit: '/s', note },
    {
      goal: 'P6',
      what: 'logins against argon2id',
      value: median(logins) / median(bare),
      unit: 'x',
      of: { measured: median(logins), limit: median(bare), unit: '/s' },
      wanted: { atLeast: 0.8 },
    },
  ];
}

/** P7: the latency of readers while more people log in than can be served. */
export async function measureReadsWhileLoggingIn(bench: Bench): Promise<Row[]> {
  const { url } = bench.stack();
  const { seconds } = bench;
  const accounts = await bench.accounts();
  // A new account: an account that logs in too often loses its oldest session.
  const [reader] = await registerParents(bench, 1);
  const requests = [{ method: 'GET', path: '/api/user', headers: { cookie: reader?.cookie ?? '' } }];
  const read = () => load({ url, connections: READERS, seconds, requests });
  const crowd = loginRequests(url, accounts);
  const [quiet, busy, refused]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < bench.rounds; round += 1) {
    quiet.push(expectOnly(await read(), '200').p99);
    const [readers, logins] = await Promise.all([
      read(),
      load({ url, connections: LOGGING_IN, seconds: seconds + 1, requests: crowd }),
    ]);
    busy.push(expectOnly(readers, '200').p99);
    expectOnly(logins, '200', '503');
    refused.push((logins.statuses['503'] ?? 0) / logins.total);
  }
  return [
    { what: `p99 of a read, ${READERS} readers`, value: median(quiet), unit: 'ms' },
    {
      goal: 'P7',
      what: 'the same while logins are saturated',
      value: median(busy),
      unit: 'ms',
      wanted: { atMost: Math.max(100, 5 * median(quiet)) },
      note: `${LOGGING_IN} people log in; ${Math.round(100 * median(refused))} % told to come back (503)`,
    },
  ];
}
