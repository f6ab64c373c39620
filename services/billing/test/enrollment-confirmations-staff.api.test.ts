import {
  decideConfirmation,
  listConfirmations,
  listStaffConfirmations,
  summarizeConfirmations,
  type Confirmation,
} from '@gerbang/contracts/enrollment-confirmations';
import { CONFIRMATION_GROUPS, confirmationGroup } from '@gerbang/domain/enrollment-confirmations';
import type { Caller } from '@gerbang/service-kit/testing/door';
import type { LightMyRequestResponse } from 'fastify';
import { type Door, openDoor } from './door.ts';
import { billed, confirmed, finance, processed } from './enrollments.ts';

describe('the staff’s list of confirmations', () => {
  let door: Door;
  let staff: Caller;
  beforeAll(async () => {
    door = await openDoor();
    staff = await finance(door);
    await confirmed(door, { child_name: 'Bima Sakti', jenjang: 'TK', kelas: 'TK A' });
    await confirmed(door, { child_name: 'Citra 100% Ayu', father_name: 'Joko_Susilo' });
    await processed(door, {
      child_name: 'Dewi',
      contact_phone: '+6281355557777',
      academic_year: '2027/2028',
    });
    await billed(door);
    await billed(door, { base_education_fee: 1_000_000, full_payment_discount: 1_000_000 });
    const declined = await confirmed(door, { child_name: 'Eka' });
    await door.call(decideConfirmation, staff, {
      params: { id: declined.confirmation.id },
      body: { status: 'declined', reason: 'x' },
    });
  });
  afterAll(() => door.close());

  const list = async (query = ''): Promise<Confirmation[]> =>
    (await door.call(listStaffConfirmations, staff, { query })).json();
  const ids = (rows: readonly { id: string }[]) => rows.map((one) => one.id);
  const summary = async (query = '') => (await door.call(summarizeConfirmations, staff, { query })).json();

  test.each([
    ['', 6],
    ['status=submitted', 2],
    ['status=processed', 2],
    ['status=completed', 1],
    ['status=declined', 1],
    ['status=pending', 0],
    ['group=waiting', 2],
    ['group=confirmed', 1],
    ['group=scheme_created', 2],
    ['group=declined', 1],
    ['group=waiting&status=processed', 0],
    ['jenjang=TK', 1],
    ['academic_year=2027/2028', 1],
    ['search=bima', 1],
    ['search=SAKTI%20bi', 1],
    ['search=joko_', 1],
    ['search=100%25', 1],
    ['search=%25', 1],
    ['search=0813%205555%207777', 1],
    ['search=%2B62%20813-5555', 1],
    ['search=budi%20santoso', 5],
    ['search=budi%20tidakada', 0],
    [`search=${encodeURIComponent("'; drop table registrations;--")}`, 0],
    ['search=%5C', 0],
    ['search=%24%7Bjndi%7D', 0],
  ])('when staff ask for %j, then there are %d, counted alike', async (query, count) => {
    expect(await list(query)).toHaveLength(count);
    const page = await door.call(listStaffConfirmations, staff, {
      query: `${query}&limit=1`.replace(/^&/u, ''),
    });
    expect(page.headers['x-total-count']).toBe(String(count));
  });

  test.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'sort=child_nik',
    'cursor=x',
    'status=Submitted',
    'group=x',
    'id=1',
    'nik=1',
    'search=a&search=b',
    'search[]=a',
    `search=${'x'.repeat(101)}`,
    'search=%00',
  ])('when the query is %s, then 400', async (query) => {
    expect((await door.call(listStaffConfirmations, staff, { query })).statusCode).toBe(400);
  });

  test('when the counters are asked for, then they are the four of the rule, under the same search', async () => {
    const rows = await list();
    const counted = await summary();
    for (const group of CONFIRMATION_GROUPS) {
      expect([group, counted[group]]).toEqual([
        group,
        rows.filter((one) => confirmationGroup(one) === group).length,
      ]);
    }
    expect(counted).toEqual({ waiting: 2, confirmed: 1, scheme_created: 2, declined: 1 });
    expect(await summary('jenjang=TK')).toEqual({ waiting: 1, confirmed: 0, scheme_created: 0, declined: 0 });
    expect(await summary('search=dewi')).toEqual({
      waiting: 0,
      confirmed: 1,
      scheme_created: 0,
      declined: 0,
    });
  });

  test('when a year is chosen, then the work that is left is counted in every year, as in the menu', async () => {
    const figures = { waiting: 2, confirmed: 1, scheme_created: 0, declined: 0 };
    for (const query of ['academic_year=2027/2028', 'parts_year=2027/2028']) {
      expect(await summary(query)).toEqual(figures);
    }
    expect(await summary('academic_year=2026/2027')).toEqual({ ...figures, scheme_created: 2, declined: 1 });
  });

  test.each(['', 'jenjang=SD', 'academic_year=2026/2027'])(
    'when a screen is read under %j, then it has the rows of the whole list, from its start and from the middle on',
    async (query) => {
      const whole = ids(await list(query));
      expect(ids(await list(`${query}&limit=10`))).toEqual(whole);
      const { headers } = await door.call(listStaffConfirmations, staff, { query: `${query}&limit=2` });
      const cursor = /cursor=([^&>]+)[^>]*>; rel="next"/u.exec(String(headers.link))?.[1];
      expect(ids(await list(`${query}&limit=10&cursor=${cursor}`))).toEqual(whole.slice(2));
    },
  );

  test('when pages of two are read to the end, then every confirmation comes once, in the order of the whole list', async () => {
    for (const sort of ['-submitted_at', 'submitted_at', '-updated_at', 'updated_at']) {
      const whole = ids(await list(`sort=${sort}`));
      const read: string[] = [];
      let url: string | undefined = `/api/admin/enrollment-confirmations?limit=2&sort=${sort}`;
      while (url !== undefined) {
        const answer: LightMyRequestResponse = await door.app.inject({
          method: 'GET',
          url,
          headers: door.headers(staff),
        });
        read.push(...ids(answer.json()));
        url = /<([^>]+)>; rel="next"/u.exec(String(answer.headers.link))?.[1];
      }
      expect(read).toEqual(whole);
    }
  });

  test('when a parent filters the list, then only the family’s rows are searched', async () => {
    const family = await door.caller();
    await confirmed(door, { child_name: 'Fajar', jenjang: 'KB', kelas: null }, family);
    await confirmed(door, { child_name: 'Gita' }, family);
    const own = async (query: string) =>
      (await door.call(listConfirmations, family, { query })).json().length;
    expect([await own(''), await own('search=faj'), await own('search=KB'), await own('jenjang=SD')]).toEqual(
      [2, 1, 1, 1],
    );
    expect([await own('search=bima'), await own('status=processed'), await own('limit=1')]).toEqual([
      0, 0, 1,
    ]);
  });
});
