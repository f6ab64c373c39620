import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@gerbang/local/stack';
import pg from 'pg';
import { type Account, registerAccounts } from './accounts.ts';

/** How many families there are; no load has more connections. */
export const FAMILIES = 20;
const PATIENCE_MS = 30_000;

export interface Family {
  account: Account;
  parentId: string;
}

export interface School {
  academic_years: string[];
  levels: { jenjang: string; classes: string[] }[];
}

export const PROFILE = {
  father_name: 'Ahmad Fauzi Ramadhani',
  father_alive_status: 'HIDUP',
  father_ktp: '9912341203880001',
  father_education: 'S1',
  father_job: 'Pegawai Swasta',
  father_phone: '081210000011',
  father_income: '10.000.000 - 20.000.000',
  mother_name: 'Rahma Aulia',
  mother_alive_status: 'HIDUP',
  address: 'Jl. Melati No. 12 RT 03 RW 05',
} as const;

/** A call as a parent's page makes it. */
export async function callAs<T>(
  stack: Stack,
  { cookie }: Pick<Account, 'cookie'>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${stack.url}${path}`, {
    method,
    headers: { cookie, origin: stack.url, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The levels and the open years, as the portal tells them. */
export function schoolOf(stack: Stack, account: Account): Promise<School> {
  return callAs<School>(stack, account, 'GET', '/api/config');
}

/** One registration's body; the levels take turns. */
export function registrationBody(school: School, childId: string, turn: number): object {
  const level = school.levels[turn % school.levels.length];
  return {
    child_id: childId,
    jenjang: level?.jenjang,
    kelas: level?.classes[0] ?? null,
    academic_year: school.academic_years[0],
    previous_school: 'TK Melati',
    how_know_school: 'TEMAN_KELUARGA',
  };
}

/**
 * Families in the middle of the season: a profile, two children, both registered. Their accounts are their own: those
 * that are logged into over and over lose their first session.
 */
export async function makeFamilies(stack: Stack): Promise<Family[]> {
  const chosen = await registerAccounts(stack, FAMILIES);
  const [first] = chosen;
  if (!first) throw new Error('No account');
  await haveArrived(stack, chosen);
  const school = await schoolOf(stack, first);
  const families: Family[] = [];
  for (const account of chosen) {
    const { id } = await callAs<{ id: string }>(stack, account, 'PATCH', '/api/parent', PROFILE);
    for (const [turn, name] of ['Aisyah Putri', 'Muhammad Fatih'].entries()) {
      const child = await callAs<{ id: string }>(stack, account, 'POST', '/api/children', {
        full_name: name,
        birth_city: 'Bogor',
        birth_date: '2019-05-14',
      });
      const body = registrationBody(school, child.id, turn + 1);
      await callAs(stack, account, 'POST', '/api/registrations', body);
    }
    families.push({ account, parentId: id });
  }
  return families;
}

/** Children to be registered, so many for each family: behind the scenes, because it is not they who are measured. */
export async function addChildren(
  databaseUrl: string,
  families: readonly Family[],
  each: number,
): Promise<string[][]> {
  return withClient(databaseUrl, async (client) => {
    const ids: string[][] = [];
    for (const { parentId } of families) {
      const { rows } = await client.query<{ id: string }>(
        `insert into children (id, parent_id, full_name, birth_city, birth_date)
         select gen_random_uuid(), $1, 'Anak ' || n, 'Bogor', '2019-05-14' from generate_series(1, $2::int) n
         returning id`,
        [parentId, each],
      );
      ids.push(rows.map(({ id }) => id));
    }
    return ids;
  });
}

/** One connection for a few statements. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // The query that waits tells of a broken connection; as an event it would end the run whose measurement broke off.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Admission knows an account by auth's event; a message to one that it does not know takes another way. */
async function haveArrived(stack: Stack, accounts: readonly Account[]): Promise<void> {
  const ids = accounts.map(({ id }) => id);
  await withClient(stack.databaseUrls.admission, async (client) => {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) {
      const { rowCount } = await client.query('select 1 from accounts where id = any($1)', [ids]);
      if (rowCount === ids.length) return;
    }
    throw new Error('The accounts do not reach admission');
  });
}
