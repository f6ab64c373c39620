import { createHash } from 'node:crypto';
import { type Call, callAs, type Client } from '../kit/client.ts';

/** An account that the walk made; one of staff has the secret of its app of codes. */
export interface Walker {
  readonly email: string;
  readonly password: string;
  readonly secret?: string;
}

/** What a walk leaves, so that another one can look whether all of it is still there. */
export interface WalkNote {
  readonly admin: Walker;
  readonly family: Walker;
  /** The address of the family's proof, and sha256 of what it returns. */
  readonly proof: { readonly link: string; readonly sha256: string };
  readonly seen: Seen;
}

type Seen = Readonly<Record<string, unknown>>;

const OF_FAMILY = ['/api/children', '/api/registrations', '/api/config'];
const OF_ADMIN = ['/api/admin/school/versions', '/api/admin/registrations?limit=100'];

/** What the portal tells the family and the administrator of what the walk did, by address. */
export async function look(family: Call, admin: Call): Promise<Seen> {
  const seen: Record<string, unknown> = {};
  for (const path of OF_FAMILY) seen[path] = await family<unknown>('GET', path);
  for (const path of OF_ADMIN) seen[path] = await admin<unknown>('GET', path);
  return seen;
}

/** The addresses that return something else than they did. */
export function differences(before: Seen, now: Seen): string[] {
  return Object.keys(before).filter((path) => JSON.stringify(before[path]) !== JSON.stringify(now[path]));
}

/** Sha256 of a file that this session may read. */
export async function sumOf(client: Client, cookie: string, link: string): Promise<string> {
  const { status, body } = await client.send({ method: 'GET', target: link, headers: { cookie } });
  if (status !== 200) throw new Error(`${link} returned ${status}`);
  return createHash('sha256').update(body).digest('hex');
}

/** The session of a window for calls over HTTP. */
export async function sessionOf(
  client: Client,
  context: { cookies(): Promise<{ name: string; value: string }[]> },
) {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  return { cookie, call: callAs(client, cookie) };
}
