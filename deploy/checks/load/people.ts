import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Signer } from '@fastify/cookie';
import { mustRunNode } from '@gerbang/local/child';
import { programEnv } from '@gerbang/local/environments';
import { projectRoot } from '@gerbang/local/paths';
import type { Stack } from '@gerbang/local/stack';
import { Redis } from 'ioredis';
import { callAs } from '../kit/client.ts';
import { ownerUrl, rowsOf, withClient } from '../kit/databases.ts';
import { PROFILE, registerChild } from '../kit/families.ts';
import { signUp } from '../kit/people.ts';
import { until } from '../kit/until.ts';
import { inputOf } from '../kit/verify.ts';
import type { Bench, Parent } from './runner.ts';

/** How many families there are; no load has more connections. */
const FAMILIES = 20;
const PARALLEL = 4;
const LIFE_MS = 24 * 3600 * 1000;
const BATCH = 5000;
/** Looks at what is under way cost the machine that is measured. */
export const LOOK_MS = 200;

type Running = Pick<Bench, 'stack' | 'client'>;
type EnvironmentInput = Pick<Bench, 'stack' | 'redisUrl'>;

/** Registers parents through the gateway; with a proved number unless `proves` is false. */
export async function registerParents(
  { client }: Pick<Bench, 'client'>,
  count: number,
  options?: Parameters<typeof signUp>[2],
): Promise<Parent[]> {
  const parents: Parent[] = [];
  const register = async () => {
    while (parents.length < count) parents.push(await signUp(client(), undefined, options));
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, count) }, register));
  return parents.slice(0, count);
}

/**
 * Waits until a query of one number, `select … as n`, returns at least `count`. All looks share a connection: opening one
 * costs PostgreSQL more than the work that is measured meanwhile.
 */
export function untilCount(
  databaseUrl: string,
  query: string,
  values: unknown[],
  count: number,
  limitMs = 180_000,
): Promise<boolean> {
  return withClient(databaseUrl, (client) => {
    const find = async () => {
      const { rows } = await client.query<{ n: number }>(query, [...values]);
      return (rows[0]?.n ?? 0) >= count;
    };
    return until(`${count} of "${query}"`, find, { limitMs, pauseMs: LOOK_MS });
  });
}

const countAccounts = 'select count(*)::int as n from accounts where id = any($1)';

/**
 * Families in the middle of the season: a profile, two children, both registered. They are none of `accounts`, because
 * an account that logs in too often loses its oldest session.
 */
export async function makeFamilies(bench: Running): Promise<Parent[]> {
  const parents = await registerParents(bench, FAMILIES);
  const ids = parents.map(({ id }) => id);
  // A message to an account that admission does not know yet would take another path.
  await untilCount(bench.stack().databaseUrls.admission, countAccounts, [ids], ids.length);
  for (const { cookie } of parents) {
    const call = callAs(bench.client(), cookie);
    await call('PATCH', '/api/parent', PROFILE);
    await registerChild(call, 'Aisyah Putri', 'TK');
    await registerChild(call, 'Muhammad Fatih', 'SD');
  }
  return parents;
}

/** Inserts children that are not registered, so many for each family, and returns their ids by family. */
export async function addChildren(
  { stack }: Running,
  families: readonly Parent[],
  each: number,
): Promise<string[][]> {
  const insert = `insert into children (id, parent_id, full_name, birth_city, birth_date)
    select gen_random_uuid(), p.id, 'Anak ' || n, 'Bogor', '2019-05-14'
    from parents p, generate_series(1, $2::int) n where p.user_id = $1 returning id`;
  const ids: string[][] = [];
  for (const { id } of families) {
    const rows = await rowsOf<{ id: string }>(stack().databaseUrls.admission, insert, [id, each]);
    ids.push(rows.map((row) => row.id));
  }
  return ids;
}

/** What a program of the services needs to run beside the portal. */
export const environmentOf = ({ stack, redisUrl }: EnvironmentInput) => inputOf(stack(), redisUrl);

/** Parents with a session and a profile each. */
export async function makeCrowd(bench: Running & EnvironmentInput, count: number): Promise<Parent[]> {
  const parents = await registerParents(bench, count);
  const ids = parents.map(({ id }) => id);
  const { admission } = bench.stack().databaseUrls;
  await untilCount(admission, countAccounts, [ids], count);
  await rowsOf(
    admission,
    `insert into parents (id, user_id, father_name)
     select gen_random_uuid(), account, 'Bapak ' || n from unnest($1::uuid[]) with ordinality as one(account, n)`,
    [ids],
  );
  return parents;
}

/** Gives each family one more child that waits for its result, in the lowest class of the level or another one. */
export async function addWaiting(
  bench: Running & EnvironmentInput,
  parents: readonly Parent[],
  jenjang: 'SD' | 'SMP',
  kelas: string = { SD: '1', SMP: '7' }[jenjang],
): Promise<void> {
  const ids = parents.map(({ id }) => id);
  const { admission, announcement } = bench.stack().databaseUrls;
  const copies = 'select count(*)::int as n from registrations where user_id = any($1) and jenjang = $2';
  const [before] = await rowsOf<{ n: number }>(announcement, copies, [ids, jenjang]);
  await rowsOf(
    admission,
    `with people as (
       select account, p.id as parent, gen_random_uuid() as child, gen_random_uuid() as registration,
         gen_random_uuid() as proof, n
       from unnest($1::uuid[]) with ordinality as one(account, n) join parents p on p.user_id = account
     ), c as (
       insert into children (id, parent_id, full_name, birth_city, birth_date)
       select child, parent, 'Anak ' || n, 'Bogor', '2019-05-14' from people
     ), f as (
       insert into files (id, uploader_id, uploader_role, purpose, name, media_type, size, attached_at, attached_to,
         record_id, family_user_id)
       select proof, account, 'wali_murid', 'payment_evidence', 'bukti.jpg', 'image/jpeg', 1, now(),
         'registration_payment', registration, account from people
     ) insert into registrations (id, child_id, registration_number, jenjang, kelas, academic_year, current_stage,
         payment_amount, payment_status, payment_verified_at, payment_verified_by, payment_evidence_file_id)
       select registration, child, 'BENCH-' || $2::text || '-' || registration, $2, $3, '2028/2029',
         'waiting_announcement', 550000, 'verified', now(), account, proof from people`,
    [ids, jenjang, kelas],
  );
  const program = join(projectRoot, 'services/admission/src/programs.ts');
  const env = programEnv('admission', environmentOf(bench));
  await mustRunNode('The replay of the registrations', [program, 'replay-events'], { env });
  await untilCount(announcement, copies, [ids, jenjang], (before?.n ?? 0) + ids.length);
}

/** Writes sessions into the gateway's store, because tens of thousands of logins would take too long; returns cookies. */
export async function makeSessions(
  { stack, redisUrl }: Pick<Bench, 'stack' | 'redisUrl'>,
  userIds: readonly string[],
): Promise<string[]> {
  const signer = new Signer(stack().secrets.sessionSecret);
  const sessions = userIds.map((userId) => {
    const id = randomBytes(24).toString('base64url');
    return { userId, id, hash: hash('sha256', id, 'base64url') };
  });
  const now = Date.now();
  const redis = redisUrl ? new Redis(redisUrl) : null;
  for (let from = 0; from < sessions.length; from += BATCH) {
    const batch = sessions.slice(from, from + BATCH);
    if (redis) {
      const pipeline = redis.pipeline();
      const data = { role: 'wali_murid', epoch: 0, mustChangePassword: false, createdAt: now, lastSeen: now };
      for (const { userId, hash: name } of batch)
        pipeline.set(`session:${name}`, JSON.stringify({ userId, ...data }), 'PX', LIFE_MS);
      await pipeline.exec();
    } else {
      await rowsOf(
        stack().databaseUrls.gateway,
        `insert into sessions (hash, user_id, role, epoch, must_change, created_at, last_seen)
         select name, person, 'wali_murid', 0, false, $3, $3
         from unnest($1::text[], $2::uuid[]) as made(name, person)`,
        [batch.map((one) => one.hash), batch.map((one) => one.userId), now],
      );
    }
  }
  await redis?.quit();
  return sessions.map(({ id }) => `sid=${encodeURIComponent(signer.sign(id))}`);
}

/** The stored password hash of an account. */
export async function storedHash(stack: Stack, accountId: string | undefined): Promise<string> {
  const [user] = await rowsOf<{ password_hash: string }>(
    stack.databaseUrls.auth,
    'select password_hash from users where id = $1',
    [accountId],
  );
  if (!user) throw new Error('The account has no password');
  return user.password_hash;
}

/** Adds made-up registrations until there are so many. */
export async function fillRegistrations(bench: Bench, size: number): Promise<void> {
  const { databaseUrls } = bench.stack();
  const [row] = await rowsOf<{ n: number }>(
    databaseUrls.admission,
    'select count(*)::int as n from registrations',
  );
  const missing = size - (row?.n ?? 0);
  if (missing <= 0) return;
  const program = join(projectRoot, 'services/admission/src/programs.ts');
  await mustRunNode('The made-up registrations', [program, 'load-demo', '--registrations', String(missing)], {
    env: programEnv('admission', environmentOf(bench)),
  });
  // The database itself does so within a minute.
  await rowsOf(ownerUrl(bench.stack(), 'admission'), 'vacuum analyze');
}
