import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { mustRunNode } from '@gerbang/local/child';
import type { Stack } from '@gerbang/local/stack';
import { type Account, registerAccounts } from './accounts.ts';
import { withClient } from './families.ts';
import { expectOnly, load } from './load.ts';
import { median } from './numbers.ts';
import type { Row } from './report.ts';

const atOnce = Math.max(1, availableParallelism() - 1);

function loginRequests(stack: Stack, accounts: readonly Account[]) {
  return accounts.map(({ email, password }) => ({
    method: 'POST',
    path: '/api/login',
    headers: { 'content-type': 'application/json', origin: stack.url },
    body: JSON.stringify({ identifier: email, password }),
  }));
}

/** The hash that is kept of an account's password. */
export function storedHash(stack: Stack, accountId: string | undefined): Promise<string> {
  return withClient(stack.databaseUrls.auth, async (client) => {
    const { rows } = await client.query<{ password_hash: string }>(
      'select password_hash from users where id = $1',
      [accountId],
    );
    if (!rows[0]) throw new Error('The account has no password');
    return rows[0].password_hash;
  });
}

/** P6: logins a second against argon2id alone, with the stored hash's own setting and as many at once. */
export async function measureLogins(
  stack: Stack,
  accounts: readonly Account[],
  rounds: number,
  seconds: number,
): Promise<Row[]> {
  const stored = await storedHash(stack, accounts[0]?.id);
  const logins: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const result = await load({
      url: stack.url,
      // Always somebody in line when a hash is done, and nobody so long that he is turned away.
      connections: Math.min(2 * atOnce + 4, accounts.length),
      seconds,
      requests: loginRequests(stack, accounts),
    });
    logins.push(expectOnly(result, '200').perSecond);
    const worker = join(import.meta.dirname, 'argon-worker.ts');
    bare.push(Number(await mustRunNode('argon2id', [worker, stored, String(atOnce), String(seconds)])));
  }
  return [
    { what: 'logins', value: median(logins), unit: '/s', note: `${atOnce} at once` },
    { what: 'argon2id alone', value: median(bare), unit: '/s', note: `${atOnce} at once` },
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

/** P7: what readers feel while more people log in than can be served. */
export async function measureReadsWhileLoggingIn(
  stack: Stack,
  accounts: readonly Account[],
  rounds: number,
  seconds: number,
): Promise<Row[]> {
  // Nobody who logs in: too many logins end the oldest session of an account.
  const [reader] = await registerAccounts(stack, 1);
  const read = (duration: number) =>
    load({
      url: stack.url,
      connections: 8,
      seconds: duration,
      requests: [{ method: 'GET', path: '/api/user', headers: { cookie: reader?.cookie ?? '' } }],
    });
  const quiet: number[] = [];
  const busy: number[] = [];
  const refused: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(expectOnly(await read(seconds), '200').p99);
    const [readers, logins] = await Promise.all([
      read(seconds),
      load({
        url: stack.url,
        connections: 64,
        seconds: seconds + 1,
        requests: loginRequests(stack, accounts),
      }),
    ]);
    busy.push(expectOnly(readers, '200').p99);
    expectOnly(logins, '200', '503');
    refused.push((logins.statuses['503'] ?? 0) / logins.total);
  }
  return [
    { what: 'p99 of a read, 8 readers', value: median(quiet), unit: 'ms' },
    {
      goal: 'P7',
      what: 'the same while logins are saturated',
      value: median(busy),
      unit: 'ms',
      wanted: { atMost: Math.max(100, 5 * median(quiet)) },
      note: `64 people log in; ${Math.round(100 * median(refused))} % told to come back (503)`,
    },
  ];
}
