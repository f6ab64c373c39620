import { availableParallelism } from 'node:os';
import { startBare } from './bare/stack.ts';
import { digits, median, spreadOf } from './figures.ts';
import { arrive, expectOnly, hashes, load } from './load.ts';
import { errorsOf, lineNote } from './crowd-rows.ts';
import type { ArrivalsResult } from './play.ts';
import type { Bench, Parent } from './runner.ts';
import { registerParents, storedHash } from './people.ts';
import type { Row } from './report.ts';
import { isTiny } from './settings.ts';
import { type InRounds, inTurns, portalSide, reading, sending } from './turns.ts';
import type { Hashed } from './worker.ts';

const PARALLEL = Math.max(1, availableParallelism() - 1);
const LOGGING_IN = 64;
const READERS = 8;
/** A hash leaves time for a hundred logins a second: their code is compiled after one or two thousand. */
const WARM_UP_SECONDS = 15;

/** A login of each account. */
function loginRequests(url: string, accounts: readonly Parent[]) {
  return accounts.map(({ email, password }) => ({
    method: 'POST',
    path: '/api/login',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ identifier: email, password }),
  }));
}

/**
 * P6: logins a second against argon2id alone, with the parameters of the stored hash and the same parallelism; and what a
 * login costs beside its argon2id, in bare reads of the same run.
 */
export async function measureLogins(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const { rounds, seconds } = bench;
  const accounts = await bench.accounts();
  const stored = await storedHash(stack, accounts[0]?.id);
  const requests = loginRequests(stack.url, accounts);
  // Enough that a login always waits when a hash is done, and so few that none is told a place in the line.
  const connections = Math.min(2 * PARALLEL + 4, accounts.length);
  const hashed: Hashed[] = [];
  const bare = await startBare(bench, { userIds: accounts.map(({ id }) => id) });
  try {
    const figures = await inTurns(
      {
        portal: sending(portalSide(bench, ['auth'], []), requests, {
          seconds,
          connections,
          status: '200',
          warmUp: WARM_UP_SECONDS,
        }),
        bare: {
          ...reading(bare, ['/api/user'], bench),
          run: async (isWarmUp) => {
            if (!isWarmUp) hashed.push(await hashes({ hash: stored, parallel: PARALLEL, seconds }));
            return reading(bare, ['/api/user'], bench).run(isWarmUp);
          },
        },
      },
      rounds,
    );
    return loginRows(figures, {
      perSecond: median(hashed.map((one) => one.perSecond)),
      cpuMs: median(hashed.map((one) => one.cpuMs)),
    });
  } finally {
    await bare.stop();
  }
}

function loginRows({ portal, bare }: Record<'portal' | 'bare', InRounds>, hashed: Hashed): Row[] {
  const note = `${PARALLEL} at once`;
  const beside = portal.cpu - hashed.cpuMs;
  return [
    { what: 'logins', value: portal.perSecond, unit: '/s', note },
    { what: 'argon2id alone', value: hashed.perSecond, unit: '/s', note },
    {
      goal: 'P6',
      what: 'logins against argon2id',
      value: portal.perSecond / hashed.perSecond,
      unit: 'x',
      of: { measured: portal.perSecond, limit: hashed.perSecond, unit: '/s' },
      ...spreadOf(portal.rounds.map(({ perSecond }) => perSecond / hashed.perSecond)),
      wanted: { atLeast: 0.8 },
    },
    {
      goal: 'P6',
      what: 'CPU of a login beside its argon2id, against the bare read',
      value: beside / bare.cpu,
      unit: 'x',
      of: { measured: beside, limit: bare.cpu, unit: 'ms' },
      ...spreadOf(portal.rounds.map(({ cpu }) => (cpu - hashed.cpuMs) / bare.cpu)),
      wanted: { atMost: 5 },
      note: `argon2id ${digits(hashed.cpuMs)} ms`,
    },
  ];
}

/** P7: the latency of readers while more people log in than can be served. */
export async function measureReadsWhileLoggingIn(bench: Bench): Promise<Row[]> {
  const { url } = bench.stack();
  const { seconds } = bench;
  const accounts = await bench.accounts();
  const untilMs = (seconds + 1) * 1000;
  const people = Array.from({ length: isTiny() ? accounts.length : LOGGING_IN }, (_one, at) => {
    const { email = '', password = '' } = accounts[at % accounts.length] ?? {};
    return { atMs: 0, untilMs, login: { identifier: email, password } };
  });
  // A new account: an account that logs in too often loses its oldest session.
  const [reader] = await registerParents(bench, 1);
  const requests = [{ method: 'GET', path: '/api/user', headers: { cookie: reader?.cookie ?? '' } }];
  const read = () => load({ url, connections: READERS, seconds, requests });
  const [quiet, busy]: [number[], number[]] = [[], []];
  let crowd: ArrivalsResult | undefined;
  for (let round = 0; round < bench.rounds; round += 1) {
    quiet.push(expectOnly(await read(), '200').p99);
    const [readers, logins] = await Promise.all([read(), arrive({ url, groups: [{ people, paths: [] }] })]);
    busy.push(expectOnly(readers, '200').p99);
    crowd = logins;
  }
  if (!crowd) throw new Error('No round');
  return [
    { what: `p99 of a read, ${READERS} readers`, value: median(quiet), unit: 'ms' },
    {
      goal: 'P7',
      what: 'the same while logins are saturated',
      value: median(busy),
      unit: 'ms',
      wanted: { atMost: Math.max(100, 5 * median(quiet)) },
      note: `${people.length} people log in over and over; ${lineNote(crowd)}`,
    },
    errorsOf('P7', `${people.length} people log in over and over`, crowd),
  ];
}
