import { randomInt, randomUUID } from 'node:crypto';
import { ROLES, type Role } from '@gerbang/domain/roles';
import { type Client, patiently } from './client.ts';

export interface Person {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
}
export type Caller = Person | 'anon';

/** Demo accounts of the local run, one a role. */
const DEMO: Readonly<Record<Role, string>> = {
  wali_murid: 'wali',
  cs: 'cs',
  finance: 'finance',
  staff_pendidikan: 'pendidikan',
  staff_tu: 'tu',
  manager_pendidikan: 'kepala',
  admin: 'admin',
  it: 'it',
};
const DEMO_PASSWORD = 'contoh-gerbang-2026';

export const roleOf = (caller: Caller): Role | 'anon' => (caller === 'anon' ? 'anon' : caller.role);

/** Logs in and registers people as their browsers do. */
export function createPeople(url: string, client: Client) {
  async function post(path: string, body: object) {
    const headers = { origin: url, 'content-type': 'application/json' };
    const sent = { method: 'POST', target: path, headers, body: JSON.stringify(body) };
    // Passwords are hashed one after the other: a slow machine says so.
    const answer = await patiently(client, sent, () => undefined);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.body.toString()}`);
    const user = answer.json as { id: string; role: Role; email: string };
    const cookie = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');
    return { ...user, cookie };
  }
  async function logIn(email: string, password: string): Promise<Person> {
    const { id, role, cookie } = await post('/api/login', { identifier: email, password });
    return { id, role, email, password, cookie };
  }
  return {
    logIn,
    demo: (role: Role) => logIn(`${DEMO[role]}@contoh.sch.id`, DEMO_PASSWORD),
    /** The seven staff roles, logged in. */
    async staff(): Promise<Record<Exclude<Role, 'wali_murid'>, Person>> {
      const people: Person[] = [];
      for (const role of ROLES.filter((one) => one !== 'wali_murid')) {
        people.push(await logIn(`${DEMO[role]}@contoh.sch.id`, DEMO_PASSWORD));
      }
      return Object.fromEntries(people.map((person) => [person.role, person])) as never;
    },
    /** A family that has just registered. */
    async family(): Promise<Person> {
      const email = `fuzz-${randomUUID()}@contoh.id`;
      const password = `sandi-${randomUUID()}`;
      const phone = `0813${randomInt(10_000_000, 99_999_999)}`;
      const { id, role, cookie } = await post('/api/register', { name: 'Wali Fuzz', phone, email, password });
      return { id, role, email, password, cookie };
    },
  };
}
