import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import { type Client, sendPatiently } from '../../kit/client.ts';
import { rowsOf } from '../../kit/databases.ts';
import { type Account, signUp } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';

const MEMORY = 8192;
const PASSES = 20;
const ROUNDS = 8;

/** A hash whose comparison takes so many seconds on this machine, or more where other work runs beside. */
async function slowHash(seconds: number): Promise<string> {
  const of = (timeCost: number) => hash('tidak-penting', { memoryCost: MEMORY, timeCost, parallelism: 1 });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await of(PASSES);
    times.push(performance.now() - began);
  }
  // Other work only slows it down: the shortest time is the machine's own.
  const passes = (PASSES * seconds * 1000) / Math.min(...times);
  return (await of(1)).replace(',t=1,', `,t=${Math.ceil(passes)},`);
}

const logInOnce = (client: Client, identifier: string, password: string) =>
  sendPatiently(client, {
    method: 'POST',
    target: '/api/login',
    headers: { origin: client.url, 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  });

/**
 * Keeps the threads for hashes busy for some seconds, by logins of accounts with costly hashes. Returns when the login of
 * `next` is told to wait in line.
 */
export async function keepHashing(
  client: Client,
  accountsUrl: string,
  seconds: number,
  next: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  const threads = Math.max(1, availableParallelism() - 1);
  const busy = await Promise.all(Array.from({ length: threads }, () => signUp(client)));
  await rowsOf(accountsUrl, 'update users set password_hash = $2 where id = any($1)', [
    busy.map(({ id }) => id),
    await slowHash(seconds),
  ]);
  // They end in a timeout, or with the wrong password.
  for (const { email } of busy) void logInOnce(client, email, 'salah-sekali').catch(() => undefined);
  await until('A login that waits in line', async () => {
    const { status } = await logInOnce(client, next.email, next.password);
    return status === 202;
  });
}
