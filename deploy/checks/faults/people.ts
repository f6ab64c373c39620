import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@gerbang/local/stack';
import { call, callUntilAnswered, logIn, type Person } from './client.ts';
import { ownerUrl, rowsOf } from './databases.ts';
import { makePlans } from './plans.ts';

const PLANS_EACH = 5;
/** Password of every account that the local run makes. */
const DEMO_PASSWORD = 'contoh-gerbang-2026';
const STAFF = ['finance', 'admin', 'it', 'cs', 'pendidikan'] as const;
const PATIENCE_MS = 60_000;
const TRIES = 40;
const PROFILE = { father_name: 'Bapak Uji', mother_name: 'Ibu Uji', address: 'Jl. Awal 1' };

export interface People {
  readonly parents: readonly Person[];
  readonly staff: Readonly<Record<(typeof STAFF)[number], Person>>;
}

/** A person of the local run, logged in. */
export async function demoPerson(url: string, name: string): Promise<Person> {
  const person = { email: `${name}@contoh.sch.id`, password: DEMO_PASSWORD, id: '', cookie: '' };
  if (!(await logIn(url, person))) throw new Error(`${name} cannot log in`);
  return person;
}

/** Registers a parent through the gateway, with a profile; one more where nobody knows what became of the first. */
export async function newParent(url: string): Promise<Person> {
  for (let tries = 1; ; tries += 1) {
    const person = { email: `uji-${randomUUID()}@contoh.sch.id`, password: `sandi-${randomUUID()}` };
    const phone = `0813${String(Number.parseInt(randomUUID().slice(0, 7), 16) % 100_000_000).padStart(8, '0')}`;
    const body = { name: 'Wali Uji', phone, ...person };
    const made = await call(url, null, { method: 'POST', path: '/api/register', body });
    if (made.status === 201 && made.cookie !== null) {
      const parent = { ...person, id: String(made.body.id), cookie: made.cookie };
      const profile = { ...PROFILE, father_phone: phone };
      const kept = await callUntilAnswered(url, parent, {
        method: 'PATCH',
        path: '/api/parent',
        body: profile,
      });
      if (kept.status !== 200) throw new Error(`The profile answered ${kept.status}`);
      return parent;
    }
    if (tries === TRIES)
      throw new Error(`Registration answered ${made.status}: ${JSON.stringify(made.body)}`);
    await sleep(500);
  }
}

/** Families with payment plans, and staff with a session each; resolves when every service knows the families. */
export async function makePeople(stack: Stack, parents: number): Promise<People> {
  const families: Person[] = [];
  while (families.length < parents) families.push(await newParent(stack.url));
  const ids = families.map(({ id }) => id);
  for (const database of ['admission', 'billing'] as const) {
    await waitFor(`the accounts in ${database}`, async () => {
      const rows = await rowsOf(ownerUrl(stack, database), 'select 1 from accounts where id = any($1)', [
        ids,
      ]);
      return rows.length === parents;
    });
  }
  await makePlans(stack, ids, PLANS_EACH);
  const staff = {} as Record<(typeof STAFF)[number], Person>;
  for (const name of STAFF) staff[name] = await demoPerson(stack.url, name);
  return { parents: families, staff };
}

/** Looks again and again until it is so. */
export async function waitFor(
  what: string,
  looks: () => Promise<boolean>,
  limitMs = PATIENCE_MS,
): Promise<number> {
  const began = performance.now();
  while (!(await looks())) {
    if (performance.now() - began > limitMs) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await sleep(100);
  }
  return Math.round(performance.now() - began);
}
