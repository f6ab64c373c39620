import { listStaffRegistrations, staffRegistrationRowSchema } from '@gerbang/contracts/staff-registrations';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import { loadDemo } from '../src/demo/load-demo.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { inState } from './staff.ts';

const REGISTRATIONS = 120;

interface Row {
  readonly id: string;
  readonly jenjang: string;
  readonly payment_status: string;
  readonly current_stage: string;
  readonly academic_year: string;
  readonly registration_number: string;
  readonly child: { readonly full_name: string };
  readonly parent: { readonly contact_phone: string | null };
}

describe('pages of the staff’s list, by statements of their shape', () => {
  let door: Door;
  let staff: Caller;
  let all: Row[];
  beforeAll(async () => {
    door = await openDoor();
    staff = await door.caller('staff_tu');
    const { made } = await inState(door, 'paid');
    const { payment_evidence_file_id: proofId } = await door
      .db('registrations')
      .where({ id: made.id })
      .first();
    await loadDemo(door.context, { registrations: REGISTRATIONS, seed: 1, proofId });
    // A name that JSON must escape, a day, and a moment finer than JavaScript's.
    const [first] = await door.db('registrations').orderBy('id').pluck('id');
    await door.db('registrations').where({ id: first }).update({
      current_stage: 'obs_scheduled',
      observation_date: '2026-12-07',
      updated_at: '2026-11-22T01:02:03.999999Z',
    });
    await door.db.raw(
      `update children set full_name = ?, nick_name = ? where id = (select child_id from registrations where id = ?)`,
      ['Dewi "Wie" \\ <b>\u2028 Ümit', 'tab\tline\nend', first],
    );
    // The whole list is validated and written by its contract.
    all = (await door.call(listStaffRegistrations, staff)).json();
    expect(all.length).toBeGreaterThanOrEqual(REGISTRATIONS);
  });
  afterAll(() => door.close());

  /** Every page of the query, followed by its links; then back again from the last. */
  async function follow(query: string) {
    const pages: Row[][] = [];
    let path: string | undefined = `?${query}`;
    let links = '';
    const link = (rel: string) => new RegExp(`<[^>]*(\\?[^>]+)>; rel="${rel}"`, 'u').exec(links)?.[1];
    const read = async (at: string) => {
      const answer = await door.call(listStaffRegistrations, staff, { query: at.slice(1) });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      links = String(answer.headers.link ?? '');
      return { rows: answer.json() as Row[], total: Number(answer.headers['x-total-count']) };
    };
    let total = -1;
    while (path) {
      const page = await read(path);
      total = page.total;
      pages.push(page.rows);
      path = link('next');
    }
    const back = [pages.at(-1) ?? []];
    while ((path = link('prev'))) back.unshift((await read(path)).rows);
    return { rows: pages.flat(), back: back.flat(), total };
  }

  const QUERIES: readonly (readonly [string, (row: Row) => boolean])[] = [
    ['limit=50', () => true],
    ['limit=10', () => true],
    ['limit=37', () => true],
    ['limit=50&jenjang=SD', (row) => row.jenjang === 'SD'],
    ['limit=50&search=sd', (row) => row.jenjang === 'SD'],
    [
      'limit=10&payment_status=paid&jenjang=SMP',
      (row) => row.jenjang === 'SMP' && row.payment_status === 'paid',
    ],
    ['limit=10&current_stage=registered', (row) => row.current_stage === 'registered'],
    ['limit=50&academic_year=2026/2027', (row) => row.academic_year === '2026/2027'],
    ['limit=50&observation_until=2026-12-31', (row) => row.current_stage === 'obs_scheduled'],
  ];
  test.each(QUERIES)(
    'when pages are read by %s, then they are the rows of the whole list, there and back',
    async (query, wanted) => {
      // More than five times, because PostgreSQL then plans a named statement for all values at once.
      for (let turn = 0; turn < 3; turn += 1) {
        const { rows, back, total } = await follow(query);
        const expected = all.filter(wanted);
        expect(rows).toEqual(expected);
        expect(back).toEqual(expected);
        expect(total).toBe(expected.length);
      }
    },
  );

  test.each([
    '',
    '&jenjang=SD',
    '&search=sd',
    '&payment_status=verified',
    '&payment_status=verified&jenjang=SD',
    '&current_stage=registered',
    '&academic_year=2026/2027',
  ])(
    'when a usual page is read by limit=10%s, then one statement with a kept plan gives its rows and their total',
    async (filter) => {
      const query = `limit=10&sort=-created_at${filter}`;
      const statements = await countStatements(async () => {
        const { headers } = await door.call(listStaffRegistrations, staff, { query });
        expect(Number(headers['x-total-count'])).toBeGreaterThan(10);
      });
      expect(statements).toEqual([expect.stringMatching(/^staff registrations \d+$/u)]);
    },
  );

  test('when staff search, then the pages are the rows of the whole list that is found, by one statement with a kept plan', async () => {
    const { child, parent, registration_number } = all.find(
      (row) => row.parent.contact_phone !== null && /^\w{3,} \w{3,}/u.test(row.child.full_name),
    ) as Row;
    const [first = ''] = child.full_name.split(' ', 1);
    const phone = parent.contact_phone?.replace('+62', '0') ?? '';
    const typed = [
      child.full_name,
      first,
      phone,
      `${first} ${phone}`,
      registration_number,
      'psb-2026',
      'zzzz',
    ];
    const filters = ['', '&jenjang=SD', '&payment_status=paid&academic_year=2026/2027'];
    for (const text of typed) {
      for (const filter of filters) {
        const found = `search=${encodeURIComponent(text)}${filter}`;
        const expected = (await door.call(listStaffRegistrations, staff, { query: found })).json();
        for (let turn = 0; turn < 3; turn += 1) {
          const { rows, back, total } = await follow(`limit=10&${found}`);
          expect([rows, back, total]).toEqual([expected, expected, expected.length]);
        }
        const statements = await countStatements(async () => {
          await door.call(listStaffRegistrations, staff, { query: `limit=10&${found}` });
        });
        expect(statements).toEqual([expect.stringMatching(/^searched registrations \d+$/u)]);
      }
    }
  });

  test('when two letters are searched, which no index finds, then the pages are those of the whole list as well', async () => {
    const expected = (await door.call(listStaffRegistrations, staff, { query: 'search=an' })).json();
    expect(await follow('limit=10&search=an')).toMatchObject({ rows: expected, total: expected.length });
  });

  test('when a page is read, then its rows have the fields of the contract and no other', async () => {
    const rows = (await door.call(listStaffRegistrations, staff, { query: 'limit=50' })).json() as Row[];
    for (const row of rows) expect(staffRegistrationRowSchema.strict().safeParse(row).error).toBeUndefined();
  });

  test('when two pages of one shape are read at once with other values, then each gets its own', async () => {
    const levels = ['KB', 'TK', 'SD', 'SMP'];
    const answers = await Promise.all(
      [...levels, ...levels, ...levels].map(async (jenjang) => {
        const answer = await door.call(listStaffRegistrations, staff, {
          query: `limit=50&jenjang=${jenjang}`,
        });
        return (answer.json() as Row[]).every((row) => row.jenjang === jenjang);
      }),
    );
    expect(new Set(answers)).toEqual(new Set([true]));
  });

  test('when registrations have come, moved and gone, then the total of a page is their number, however it is asked', async () => {
    const [some] = all.filter((row) => row.current_stage === 'registered');
    await door
      .db('registrations')
      .where({ id: some?.id })
      .update({ current_stage: 'obs_scheduled', observation_date: '2026-12-08' });
    const [other] = all.filter((row) => row.jenjang === 'SD');
    await door.db('registrations').where({ id: other?.id }).update({ deleted_at: new Date() });
    for (const column of ['jenjang', 'current_stage', 'payment_status', 'academic_year'] as const) {
      for (const value of new Set(all.map((row) => row[column]))) {
        const counted = await door
          .db('registrations')
          .where({ [column]: value, deleted_at: null })
          .count({ n: '*' })
          .first();
        for (const more of ['limit=1', 'limit=10', 'limit=10&sort=child_name']) {
          const query = `${more}&${column}=${value}`;
          const { headers } = await door.call(listStaffRegistrations, staff, { query });
          expect([query, Number(headers['x-total-count'])]).toEqual([query, Number(counted?.n)]);
        }
      }
    }
  });
});
