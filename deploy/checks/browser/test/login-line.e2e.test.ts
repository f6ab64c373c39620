import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { eventually } from '../eventually.ts';
import { logIn, signUp } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkThemes } from './checks.ts';
import { accountsUrl, client, url, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();

const PLACE = /^Anda nomor \d+ dalam antrean, sekitar \d+ (?:detik|menit)$/u;
const LOST = /Koneksi terputus\. Tempat Anda disimpan satu menit/u;
const MEMORY = 8192;
const PASSES = 20;
const ROUNDS = 8;
const PATIENT = { timeout: 60_000 };

/** A hash whose comparison takes so many seconds on this machine, or more where other tests run beside. */
async function slowHash(seconds: number): Promise<string> {
  const of = (timeCost: number) => hash('tidak-penting', { memoryCost: MEMORY, timeCost, parallelism: 1 });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await of(PASSES);
    times.push(performance.now() - began);
  }
  // Other tests only slow it down: the shortest time is the machine's own.
  const passes = (PASSES * seconds * 1000) / Math.min(...times);
  return (await of(1)).replace(',t=1,', `,t=${Math.ceil(passes)},`);
}

/** Keeps the threads for hashes busy for some seconds, by logins of accounts with costly hashes. */
async function keepHashing(seconds: number): Promise<void> {
  const threads = Math.max(1, availableParallelism() - 1);
  const busy = await Promise.all(Array.from({ length: threads }, () => signUp(client)));
  const database = new pg.Client(accountsUrl);
  await database.connect();
  const change = 'update users set password_hash = $2 where id = any($1)';
  await database.query(change, [busy.map(({ id }) => id), await slowHash(seconds)]);
  await database.end();
  for (const { email } of busy) {
    void fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: email, password: 'salah-sekali' }),
    }).catch(() => undefined); // It ends in a timeout, or with the wrong password.
  }
  await sleep(300);
}

describe.each([PHONE, DESKTOP])('the line of logins on a $name screen', (screen) => {
  test('when many log in at once, then the page tells the place, lets the visitor leave, and logs in by itself', async () => {
    const { page } = await visitor(screen);
    const others = [await signUp(client), await signUp(client)];
    const person = await signUp(client);
    await page.goto('/');
    await portal.ready(page);
    await keepHashing(12);
    const waiting = others.map(({ email, password }) => logIn(client, email, password));
    await portal.submitLogin(page, person.email, person.password);
    await portal.see(page, PLACE);
    expect(await checkThemes(page, 'the place in the line')).toEqual({});
    await portal.button(page, 'Batal').click();
    await eventually(() => page.getByText(PLACE).count()).toBe(0);
    await eventually(() => portal.field(page, 'Password').inputValue()).toBe(person.password);
    await portal.button(page, 'Masuk').click();
    await portal.see(page, PLACE);
    await page.waitForURL('**/dashboard', PATIENT);
    await Promise.all(waiting);
  });

  test('when the phone loses the line meanwhile, then the page says so and goes on', async () => {
    const { page, context } = await roughVisitor(screen);
    const person = await signUp(client);
    await page.goto('/auth');
    await portal.ready(page);
    await keepHashing(10);
    await portal.submitLogin(page, person.email, person.password);
    await portal.see(page, PLACE);
    await context.setOffline(true);
    await portal.see(page, LOST);
    await context.setOffline(false);
    await page.waitForURL('**/dashboard', PATIENT);
  });
});
