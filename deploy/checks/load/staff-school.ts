import { join } from 'node:path';
import { demo } from '../kit/people.ts';
import { mustRunNode } from '@gerbang/local/child';
import { programEnv } from '@gerbang/local/environments';
import { projectRoot } from '@gerbang/local/paths';
import type { Stack } from '@gerbang/local/stack';
import { withClient } from './families.ts';
import type { Bench } from './measurement.ts';

export interface Session {
  id: string;
  cookie: string;
}

/** The session of an admin of the local run. */
export async function logInAsStaff(stack: Stack): Promise<Session> {
  const { email, password } = demo('admin');
  const response = await fetch(`${stack.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: stack.url },
    body: JSON.stringify({ identifier: email, password }),
  });
  if (!response.ok) throw new Error(`The login answered ${response.status}`);
  const { id } = (await response.json()) as { id: string };
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { id, cookie: cookie.join('; ') };
}

/** Adds made-up registrations until there are so many. */
export async function fill({ stack, redisUrl }: Bench, size: number): Promise<void> {
  const { secrets, ports, databaseUrls, dataDir } = stack();
  const missing = await withClient(databaseUrls.admission, async (client) => {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from registrations');
    return size - (rows[0]?.n ?? 0);
  });
  if (missing <= 0) return;
  const input = { secrets, ports, databases: databaseUrls, dataDir, ...(redisUrl && { redisUrl }) };
  const program = join(projectRoot, 'services/admission/src/programs.ts');
  await mustRunNode('Making registrations up', [program, 'load-demo', '--registrations', String(missing)], {
    env: programEnv('admission', input),
  });
  // As the database itself does within a minute.
  const owner = new URL(stack().ownerUrl);
  owner.pathname = new URL(databaseUrls.admission).pathname;
  await withClient(owner.href, (client) => client.query('vacuum analyze'));
}
