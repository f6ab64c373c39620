import { forgotPassword, resetPassword, verifyResetToken } from '@gerbang/contracts/password-resets';
import { login } from '@gerbang/contracts/accounts';
import type { Stack } from '@gerbang/local/stack';
import { type Client, cookieOf, createClient, type HttpResponse, sendPatiently } from '../../kit/client.ts';
import { inbox } from '../../kit/inbox.ts';
import { newPerson, signUp } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';

const AT_ONCE = 12;
const LOGINS = 10;
const NEW_PASSWORD = 'gajah-duduk-manis-sekali';

/** What a flood of a stranger's requests against one account led to. */
export interface Lockout {
  /** How often the stranger got each status. */
  readonly stranger: Readonly<Record<number, number>>;
  /** The statuses of the owner's logins from the known browser, before, during and after the flood. */
  readonly owner: readonly number[];
  /** The longest of them in milliseconds. */
  readonly slowestMs: number;
  /** Whether the owner's code, asked for during the flood, was good until the end of it. */
  readonly codeGood: boolean;
  readonly resetDone: boolean;
  /** The right password from an unknown browser at the end of the flood. */
  readonly unknownBrowser: number;
  /** The messages that reached the owner's number with a code of the stranger's. */
  readonly strangersCodes: number;
}

function post(client: Client, path: string, body: object, cookie = ''): Promise<HttpResponse> {
  return sendPatiently(client, {
    method: 'POST',
    target: path,
    headers: { origin: client.url, 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
}

/** A stranger sends this many requests against one account, while its owner logs in, asks for a code and resets. */
export async function floodAccount(stack: Stack, requests: number): Promise<Lockout> {
  const [owners, strangers] = [createClient(stack.url), createClient(stack.url)];
  const person = newPerson();
  const { email, password, whatsapp } = { ...person, ...(await signUp(owners, person)) };
  const first = await post(owners, login.path, { identifier: email, password });
  const device = cookieOf(first)
    .split('; ')
    .filter((pair) => pair.startsWith('device='))
    .join();

  const calls = [
    [login.path, { identifier: email, password: 'bukan-kata-sandinya' }],
    [forgotPassword.path, { email }],
    [login.path, { identifier: person.phone, password: 'bukan-kata-sandinya' }],
    [verifyResetToken.path, { email, otp: '000000' }],
    [resetPassword.path, { email, otp: '000001', newPassword: 'kata-sandi-pencuri' }],
  ] as const;
  const stranger: Record<number, number> = {};
  const owner: number[] = [first.status];
  let slowestMs = 0;
  let sent = 0;
  async function flood(last: number): Promise<void> {
    const work = async () => {
      while (sent < last) {
        const [path, body] = calls[sent % calls.length] as (typeof calls)[number];
        sent += 1;
        const { status } = await post(strangers, path, body);
        stranger[status] = (stranger[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  async function enter(typed = password): Promise<void> {
    const startedAt = performance.now();
    owner.push((await post(owners, login.path, { identifier: email, password: typed }, device)).status);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  const codes = async () =>
    (await inbox(stack.simulatorUrl, whatsapp)).flatMap(
      ({ text }) => /^(?<code>\d{6}) adalah/u.exec(text)?.groups?.code ?? [],
    );
  const isGood = async (otp: string) =>
    ((await post(owners, verifyResetToken.path, { email, otp }, device)).json as { isValid?: boolean })
      .isValid;

  await flood(Math.ceil(requests / 10));
  await enter();
  // The owner's logins and code go on while the flood does.
  const [code] = await Promise.all([
    (async () => {
      await post(owners, forgotPassword.path, { email }, device);
      const tried = new Set<string>();
      return until('The code of the owner', async () => {
        for (const one of await codes()) {
          if (tried.has(one)) continue;
          tried.add(one);
          if (await isGood(one)) return one;
        }
        return null;
      });
    })(),
    (async () => {
      for (let turn = 1; turn <= LOGINS; turn += 1) {
        await until('The next part of the flood', () => sent >= (requests * turn) / (LOGINS + 1));
        await enter();
      }
    })(),
    flood(requests),
  ]);
  const codeGood = (await isGood(code)) === true;
  await enter();
  const { status: unknownBrowser } = await post(strangers, login.path, { identifier: email, password });
  const body = { email, otp: code, newPassword: NEW_PASSWORD };
  const { json } = await post(owners, resetPassword.path, body, device);
  await enter(NEW_PASSWORD);
  const strangersCodes = (await codes()).length - 1;
  for (const client of [owners, strangers]) client.close();
  const resetDone = (json as { success?: boolean }).success === true;
  return { stranger, owner, slowestMs, codeGood, resetDone, unknownBrowser, strangersCodes };
}
