import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mustRunNode } from '@gerbang/local/child';
import { programEnv } from '@gerbang/local/environments';
import { projectRoot } from '@gerbang/local/paths';
import { type Account, registerAccounts } from './accounts.ts';
import { withClient } from './families.ts';
import type { Bench } from './measurement.ts';

const AT_ONCE = 4;
const PATIENCE_MS = 180_000;

/** Waits until the query counts so many. */
export async function until(
  databaseUrl: string,
  query: string,
  values: unknown[],
  count: number,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(25)) {
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${query}`, values);
      if ((rows[0]?.n ?? 0) >= count) return;
    }
    throw new Error(`Fewer than ${count} of ${query}`);
  });
}

/** Parents with a session each, and one child each that waits for its result. */
export async function makeWaiting(bench: Bench, count: number): Promise<Account[]> {
  const stack = bench.stack();
  const accounts = (
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_one, at) =>
        registerAccounts(stack, Math.floor((count + AT_ONCE - 1 - at) / AT_ONCE)),
      ),
    )
  ).flat();
  const ids = accounts.map(({ id }) => id);
  const { admission, announcement } = stack.databaseUrls;
  await until(admission, 'accounts where id = any($1)', [ids], count);
  await withClient(admission, (client) =>
    client.query(
      `with people as (
         select account, gen_random_uuid() as parent, gen_random_uuid() as child, gen_random_uuid() as registration,
           gen_random_uuid() as proof, n from unnest($1::uuid[]) with ordinality as one(account, n)
       ), p as (insert into parents (id, user_id, father_name) select parent, account, 'Bapak ' || n from people
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
         select registration, child, 'BENCH-SMP-' || registration, 'SMP', '7', '2028/2029', 'waiting_announcement',
           550000, 'verified', now(), account, proof from people`,
      [ids],
    ),
  );
  const { secrets, ports, databaseUrls, dataDir } = stack;
  const { redisUrl } = bench;
  const input = { secrets, ports, databases: databaseUrls, dataDir, ...(redisUrl && { redisUrl }) };
  await mustRunNode(
    'Telling of the registrations',
    [join(projectRoot, 'services/admission/src/programs.ts'), 'replay-events'],
    {
      env: programEnv('admission', input),
    },
  );
  await until(announcement, 'registrations where user_id = any($1)', [ids], count);
  return accounts;
}
