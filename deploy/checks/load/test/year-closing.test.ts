import { join } from 'node:path';
import { mustRunNode } from '@gerbang/local/child';
import { programEnv } from '@gerbang/local/environments';
import { projectRoot } from '@gerbang/local/paths';
import type { Stack } from '@gerbang/local/stack';
import { type Client, createClient, sendPatiently } from '../../kit/client.ts';
import { rowsOf } from '../../kit/databases.ts';
import { schoolOf } from '../../kit/families.ts';
import { startOwnStack } from '../../kit/own-stack.ts';
import { type Account, logInDemo } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { inputOf, verifyData } from '../../kit/verify.ts';
import { registerParents, untilCount } from '../people.ts';
import type { Parent } from '../runner.ts';

/** Of 3,000: unpaid, on the list, accepted and not confirmed. */
const LEFT = { unpaid: 1200, waitlist: 600, accepted: 1200 };
const FAMILIES = 30;
const CONFIRM = 90;
const LIMIT_MS = 30 * 60_000;

interface Row {
  readonly id: string;
  readonly child_id: string;
  readonly user_id: string;
}

describe('a year of 3,000 that is closed', () => {
  let stack: Stack;
  let client: Client;
  let year: string;
  let admin: Account;
  let head: Account;
  let families: readonly Parent[];
  beforeAll(async () => {
    stack = await startOwnStack({ buildFrontEnds: false });
    client = createClient(stack.url);
    [admin, head] = [await logInDemo(client, 'admin'), await logInDemo(client, 'manager_pendidikan')];
    year = (await schoolOf(admin.call)).academic_years.at(-1) ?? '';
    families = await registerParents({ client: () => client }, FAMILIES);
    const ids = families.map(({ id }) => id);
    await untilCount(
      stack.databaseUrls.admission,
      'select count(*)::int as n from accounts where id = any($1)',
      [ids],
      FAMILIES,
    );
    await rowsOf(
      stack.databaseUrls.admission,
      'insert into parents (id, user_id, father_name) select gen_random_uuid(), account, $2 from unnest($1::uuid[]) as one(account)',
      [ids, 'Bapak'],
    );
  }, LIMIT_MS);
  afterAll(async () => {
    client.close();
    const wrong = await verifyData(inputOf(stack), 'books');
    await stack.stop();
    expect(wrong).toBeNull();
  }, LIMIT_MS);

  /** So many registrations of the year in this state, spread over the families. */
  const register = (kind: string, count: number, [kelas, stage, paid]: readonly [string, string, boolean]) =>
    rowsOf<Row>(
      stack.databaseUrls.admission,
      `with people as (
         select p.user_id as account, p.id as parent, gen_random_uuid() as child, gen_random_uuid() as registration,
           gen_random_uuid() as proof, n
         from generate_series(1, $1::int) n join (select p.*, row_number() over (order by p.id) - 1 as turn from parents p
           where p.user_id = any($2)) p on p.turn = n % $3
       ), c as (
         insert into children (id, parent_id, full_name, birth_city, birth_date)
         select child, parent, 'Anak ' || $4::text || n, 'Bogor', '2021-05-14' from people
       ), f as (
         insert into files (id, uploader_id, uploader_role, purpose, name, media_type, size, attached_at, attached_to,
           record_id, family_user_id)
         select proof, account, 'wali_murid', 'payment_evidence', 'bukti.jpg', 'image/jpeg', 1, now(),
           'registration_payment', registration, account from people where $7::boolean
       ), r as (
         insert into registrations (id, child_id, registration_number, jenjang, kelas, academic_year, current_stage,
           payment_amount, payment_status, payment_verified_at, payment_verified_by, payment_evidence_file_id)
         select registration, child, 'TUTUP-' || $4::text || n, 'SD', $5, $8, $6, 550000,
           case when $7 then 'verified' else 'pending' end, case when $7 then now() end, case when $7 then account end,
           case when $7 then proof end from people
       ) select registration as id, child as child_id, account as user_id from people`,
      [count, families.map(({ id }) => id), FAMILIES, kind, kelas, stage, paid, year],
    );

  test(
    'when families confirm, pay and register meanwhile, then each is done wholly or refused, and nothing stands between',
    async () => {
      const { admission, billing } = stack.databaseUrls;
      await register('A', LEFT.unpaid, ['1', 'registered', false]);
      const listed = await register('B', LEFT.waitlist, ['3', 'waitlisted', true]);
      const accepted = await register('C', LEFT.accepted, ['2', 'passed', true]);
      const pool = await head.call<{ id: string }>('POST', '/api/admin/seat-pools', {
        jenjang: 'SD',
        kelas: '3',
        academic_year: year,
        seats: 1,
        offer_limit: 1,
        criteria: ['registered_at'],
      });
      await rowsOf(
        admission,
        `insert into waitlist_entries (id, registration_id, pool_id, sort_key, criteria_values)
         select gen_random_uuid(), id, $2, '1|' || id, '[]' from unnest($1::uuid[]) as one(id)`,
        [listed.map(({ id }) => id), pool.id],
      );
      const program = join(projectRoot, 'services/admission/src/programs.ts');
      await mustRunNode('The replay of the registrations', [program, 'replay-events'], {
        env: programEnv('admission', inputOf(stack)),
      });
      const copies = 'select count(*)::int as n from registrations where id = any($1)';
      await untilCount(billing, copies, [accepted.map(({ id }) => id)], accepted.length, LIMIT_MS);

      const path = `/api/admin/years/${year.replace('/', '-')}`;
      const state = () =>
        admin.call<{ version: number; closing: { status: string } & Record<string, number> }>(
          'GET',
          `${path}/closing`,
        );
      const choices = { unpaid: 'delete', accepted: 'withdraw' };
      await admin.call('POST', `${path}/close`, { choices, version: (await state()).version });
      const began = Date.now();
      await head.call('POST', `${path}/close`, { choices, version: (await state()).version });

      const cookies = new Map(families.map(({ id, cookie }) => [id, cookie]));
      // From the last one on, which the closing comes to at the end, and from the first one.
      const chosen = accepted.toSorted((a, b) => (a.id < b.id ? -1 : 1)).filter((_one, at) => at % 13 === 0);
      const confirm = async ({ id, child_id, user_id }: Row) => {
        const { status } = await sendPatiently(client, {
          method: 'POST',
          target: '/api/enrollment-confirmations',
          headers: {
            origin: client.url,
            'content-type': 'application/json',
            cookie: String(cookies.get(user_id)),
          },
          body: JSON.stringify({ registration_id: id, child_id, payment_preference: 'full' }),
        });
        return [id, status] as const;
      };
      const said: (readonly [string, number])[] = [];
      for (const one of chosen.slice(0, CONFIRM).toReversed()) said.push(await confirm(one));

      await until('the end of the closing', async () => (await state()).closing.status === 'done', {
        limitMs: LIMIT_MS,
        pauseMs: 500,
      });
      const seconds = (Date.now() - began) / 1000;
      process.stderr.write(`A year of 3,000 was closed in ${seconds} s\n`);
      const { closing } = await state();
      expect(closing).toMatchObject({ deleted: LEFT.unpaid, ended: LEFT.waitlist });
      expect(new Set(said.map(([, status]) => status)).size).toBeGreaterThan(0);
      expect(said.every(([, status]) => [201, 403, 404, 409, 422].includes(status))).toBe(true);
      const confirmed = new Set(said.flatMap(([id, status]) => (status === 201 ? [id] : [])));
      const stages = await rowsOf<{ id: string; current_stage: string }>(
        admission,
        'select id, current_stage from registrations where id = any($1)',
        [accepted.map(({ id }) => id)],
      );
      const between = stages.filter(
        ({ id, current_stage }) => current_stage !== (confirmed.has(id) ? 'passed' : 'withdrawn'),
      );
      expect(between).toEqual([]);
      expect(closing['withdrawn']).toBe(LEFT.accepted - confirmed.size);
      const live = await rowsOf<{ registration_id: string }>(
        billing,
        `select registration_id from enrollment_confirmations where registration_id = any($1) and status = 'submitted'`,
        [accepted.map(({ id }) => id)],
      );
      expect(new Set(live.map((one) => one.registration_id))).toEqual(confirmed);
      expect((await state()).closing.status).toBe('done');
    },
    LIMIT_MS,
  );
});
