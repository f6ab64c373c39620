import { endpoints } from '@gerbang/contracts/all';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import { wholeReads } from '@gerbang/service-kit/testing/statements';
import { readDashboard } from './dashboards.ts';
import { type Door, openDoor } from './door.ts';
import { makeRegistration } from './families.ts';
import { waitingOne } from './registration-stages-results.ts';

/** Tables that do not grow with the school. */
const SMALL = new Set(['document_types', 'dues_feed', 'provinces']);

/** Families like this one, enough that an index is the cheaper way to one of them. */
const MORE = [
  `insert into parents select (jsonb_populate_record(p, jsonb_build_object(
     'id', md5('parent' || n)::uuid, 'user_id', md5('user' || n)::uuid))).*
   from parents p, generate_series(1, 300) n where p.user_id = :user`,
  `insert into children select (jsonb_populate_record(c, jsonb_build_object(
     'id', md5('child' || n)::uuid, 'parent_id', md5('parent' || n)::uuid))).*
   from children c, generate_series(1, 300) n where c.id = :child`,
  `insert into registrations select (jsonb_populate_record(r, jsonb_build_object(
     'id', md5('one' || n)::uuid, 'child_id', md5('child' || n)::uuid, 'registration_number', 'SD-' || n))).*
   from registrations r, generate_series(1, 300) n where r.child_id = :child`,
  'analyze parents, children, registrations',
];

const isFamilyRead = ({ method, media, stream, access, service, path }: Endpoint): boolean =>
  service === 'admission' &&
  method === 'GET' &&
  !media &&
  !stream &&
  access.kind === 'roles' &&
  access.roles.includes('wali_murid') &&
  (!path.includes('{') || /^\/api\/registrations\/\{\w+\}[^{]*$/u.test(path));

describe('what a family reads, in a large school', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
    const one = await door.caller();
    const { child_id } = await makeRegistration(door, one);
    for (const statement of MORE) await door.db.raw(statement, { user: one.id, child: child_id });
  });
  afterAll(() => door.close());

  const largeReads = async (work: () => Promise<unknown>) =>
    (await wholeReads(door.db, work)).filter(({ table }) => !SMALL.has(table));

  test('when its dashboard is made anew, then an index finds each of its rows', async () => {
    const { family } = await waitingOne(door);
    const large = await largeReads(async () =>
      expect((await readDashboard(door, family)).statusCode).toBe(200),
    );
    expect(large).toEqual([]);
  });

  test.each(endpoints.filter(isFamilyRead).map((one) => [one.id, one] as const))(
    'when a family calls %s, then an index finds each of its rows',
    async (_id, endpoint) => {
      const caller = await door.caller();
      const { id } = await makeRegistration(door, caller);
      const params = Object.fromEntries(
        [...endpoint.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => [name, id]),
      );
      const large = await largeReads(async () =>
        expect((await door.call(endpoint, caller, { params })).statusCode).toBeLessThan(500),
      );
      expect(large).toEqual([]);
    },
  );
});
