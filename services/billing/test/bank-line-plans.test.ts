import { randomBytes } from 'node:crypto';
import type { listBankLines } from '@gerbang/contracts/bank-statements';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { undecidedLines } from '../src/bank-matches/bank-proposals.repository.ts';
import { listedLines } from '../src/bank-statements/bank-statements.repository.ts';
import { type Door, openDoor } from './door.ts';
import { copyOf } from './enrollments.ts';

type Query = z.output<(typeof listBankLines)['query']>;

const NEWEST = 'bank_lines.booked_on desc, bank_lines.id desc';
const LINES = 20_000;
const FAMILIES = 2000;

/** Lines of many years: of a hundred one has a proposal, one is new, the others are booked. */
async function fill(door: Door, lines: number): Promise<void> {
  const { search_text: _made, ...copy } = await door
    .db('registrations')
    .where({ id: (await copyOf(door, await door.caller())).id })
    .first();
  await door.db.batchInsert(
    'registrations',
    Array.from({ length: FAMILIES }, (_, at) => ({
      ...copy,
      id: uuidv7(),
      registration_number: `PSB-2026-TK-${String(at).padStart(5, '0')}`,
    })),
  );
  const statement = uuidv7();
  await door.db('bank_statements').insert({
    id: statement,
    account_key: 'utama',
    profile: 'bca-bisnis',
    file_sha256: randomBytes(32),
    file_name: 'mutasi.csv',
    period_from: '2020-01-01',
    period_to: '2026-01-01',
    credits_total: 0,
    debits_total: 0,
    lines_total: lines,
    lines_new: lines,
    checks: '[]',
    imported_by_id: uuidv7(),
    imported_by_role: 'finance',
  });
  await door.db.raw(
    `insert into bank_lines (id, statement_id, account_key, booked_on, direction, amount, bank_reference, fingerprint,
       occurrence, status)
     select gen_random_uuid(), ?, 'utama', date '2026-11-01' - (n / 20)::int, 'in', 300000 + n, 'FT' || md5(n::text),
       sha256(n::text::bytea), 1, case n % 100 when 0 then 'proposed' when 1 then 'new' else 'booked' end
     from generate_series(1, ?::int) n`,
    [statement, lines],
  );
  await door.db.raw(
    `insert into bank_matches (id, line_id, kind, registration_id, amount, confidence, status, decided_at)
     select gen_random_uuid(), id, 'registration_fee', families[1 + amount % ?::int], amount, 'exact',
       case status when 'booked' then 'booked' else 'proposed' end,
       case status when 'booked' then now() end
     from bank_lines, (select array_agg(id) as families from registrations) r where status <> 'new'`,
    [FAMILIES],
  );
  await door.db.raw('vacuum analyze bank_lines, bank_matches, registrations, registration_search');
}

describe('the list of bank lines after many years', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
    await fill(door, LINES);
  });
  afterAll(() => door.close());

  const planOf = async (query: { toSQL(): { sql: string; bindings: readonly unknown[] } }) => {
    const { sql, bindings } = query.toSQL();
    const { rows } = await door.db.raw(`explain ${sql}`, bindings as string[]);
    return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
  };
  const listed = (query: Partial<Query>, order: string) =>
    listedLines(door.db, query as Query)
      .orderByRaw(order)
      .limit(51);

  test.each<[string, Partial<Query>, string, string]>([
    ['every line, the newest first', {}, NEWEST, 'bank_lines_by_day'],
    [
      'every line, the largest first',
      {},
      'bank_lines.amount desc, bank_lines.id desc',
      'bank_lines_by_amount',
    ],
    ['what is new', { status: 'new' }, NEWEST, 'bank_lines_by_status'],
    ['what is exact', { confidence: 'exact' }, NEWEST, 'bank_lines_by_status'],
    ['a bank’s reference', { search: 'ftc4ca4238a0b9' }, NEWEST, 'bank_lines_reference'],
    ['an amount', { search: '350137' }, NEWEST, 'bank_lines_by_amount'],
  ])('when staff look at %s, then an index gives it', async (_what, query, order, index) => {
    const plan = await planOf(listed(query, order));
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on bank_lines');
  });

  test('when staff look for a child, then indexes of what is searched and of its lines give them', async () => {
    await door.db.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off');
      const { sql, bindings } = listed({ search: 'psb-2026-tk-00042' }, NEWEST).toSQL();
      const { rows } = await trx.raw(`explain ${sql}`, bindings as string[]);
      const plan = JSON.stringify(rows);
      expect(plan).toContain('registration_search_trigrams');
      expect(plan).not.toContain('Seq Scan');
    });
    const found = await listedLines(door.db, { search: 'psb-2026-tk-00042' } as Query);
    expect(found.length).toBeGreaterThan(5);
  });

  test.each(['exact', 'possible'] as const)(
    'when staff look at what is %s, then its lines come in the list’s order, and none is read to be sorted',
    async (confidence) => {
      expect(await planOf(listed({ confidence }, NEWEST))).not.toContain('Sort');
    },
  );

  test('when a pass looks for undecided lines, then an index of them alone gives them', async () => {
    const plan = await planOf(undecidedLines(door.db, 'utama', '2026-10-01'));
    expect(plan).toContain('bank_lines_undecided');
  });
});
