import { randomInt, randomUUID } from 'node:crypto';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@gerbang/auth-service/demo/demo-people';
import { ROLES, type Role } from '@gerbang/domain/roles';
import { throughLine } from '@gerbang/service-kit/testing/login-line';
import { readCode } from './inbox.ts';
import { type Call, callAs, type Client, cookieOf, sendPatiently } from './client.ts';

export interface Person {
  readonly name: string;
  readonly email: string;
  /** As the person types it. */
  readonly phone: string;
  /** As WhatsApp writes it. */
  readonly whatsapp: string;
  readonly password: string;
}

/** A person with a session at a portal. */
export interface Account {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly call: Call;
}

export type StaffRole = Exclude<Role, 'wali_murid'>;

/** A parent who is new to every portal: tests run side by side against one. */
export function newPerson(name = 'Siti Rahmawati'): Person {
  const digits = String(randomInt(10_000_000, 99_999_999));
  return {
    name,
    email: `uji-${randomUUID()}@contoh.sch.id`,
    phone: `0812${digits}`,
    whatsapp: `+62812${digits}`,
    password: `sandi-${randomUUID()}`,
  };
}

/** Letters of about one width: chance must not decide whether a name has room. */
const LETTERS = 'abcdeghknopqsuvxyz';

/** A word that no other test uses in a name: a search for it finds only what the test made. */
export function uniqueWord(): string {
  const letters = Array.from({ length: 7 }, () => LETTERS[randomInt(LETTERS.length)]);
  return `Q${letters.join('')}`;
}

/** E-mail and password of the demo account of a role. */
export function demo(role: Role): { email: string; password: string } {
  const account = DEMO_ACCOUNTS.find((one) => one.role === role);
  if (!account) throw new Error(`No demo account has the role ${role}`);
  return { email: account.email, password: DEMO_PASSWORD };
}

async function enter(client: Client, path: string, body: object, password: string): Promise<Account> {
  const post = (content: object) =>
    sendPatiently(client, {
      method: 'POST',
      target: path,
      headers: { origin: client.url, 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
  const response = await throughLine(
    (ticket) => post({ ...body, ticket }),
    ({ status, json }) => ({ status, body: json }),
  );
  if (response.status === 202) throw new Error(`${path} asks for a second factor`);
  if (response.status >= 300)
    throw new Error(`${path} returned ${response.status}: ${response.body.toString()}`);
  const { id, role, email } = response.json as { id: string; role: Role; email: string };
  const cookie = cookieOf(response);
  return { id, role, email, password, cookie, call: callAs(client, cookie) };
}

/** Logs in with an e-mail address or a phone number. */
export function logIn(client: Client, identifier: string, password: string): Promise<Account> {
  return enter(client, '/api/login', { identifier, password }, password);
}

/** Logs in with the demo account of a role. */
export function logInDemo(client: Client, role: Role): Promise<Account> {
  const { email, password } = demo(role);
  return logIn(client, email, password);
}

/** Logs in with the demo accounts of all seven staff roles. */
export async function logInStaff(client: Client): Promise<Record<StaffRole, Account>> {
  const staff: Partial<Record<Role, Account>> = {};
  for (const role of ROLES) if (role !== 'wali_murid') staff[role] = await logInDemo(client, role);
  return staff as Record<StaffRole, Account>;
}

/** Registers a parent: logged in afterwards and, where messages can be read, with a proved number. */
export async function signUp(
  client: Client,
  person = newPerson(),
  { proves = true }: { readonly proves?: boolean } = {},
): Promise<Account & Person> {
  const { name, phone, email, password } = person;
  const account = await enter(client, '/api/register', { name, phone, email, password }, password);
  if (proves && client.simulatorUrl !== undefined) {
    await account.call('POST', '/api/phone/send-code');
    const otp = await readCode(client.simulatorUrl, person.whatsapp);
    await account.call('POST', '/api/phone/verify', { otp });
  }
  return { ...person, ...account };
}
