import {
  createAnnouncement,
  getAnnouncement,
  listAnnouncements,
  listWaitingStudents,
  publishAnnouncement,
  reviewAnnouncement,
  submitAnnouncement,
  updateAnnouncement,
} from '@gerbang/contracts/announcements';
import type { EventPayload } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { entry, form, inStatus, publishedEvents, type Staff, waiting, useStaff } from './builders.ts';
import type { Door } from './door.ts';

type Seats = EventPayload<'seats.changed'>;

describe('announcements of classes with limited places', () => {
  let door: Door;
  let staff: Staff;
  let years = 2030;
  useStaff((desk) => ({ door, staff } = desk));

  const tellSeats = (seats: Seats) =>
    door.database.transaction((trx) =>
      eventHandlers(door.context)['seats.changed']!(trx, seats, {
        id: uuidv7(),
        version: seats.version,
        requestId: undefined,
      }),
    );

  /** Children that wait in a year of their own, whose class has so many free places. */
  async function limited(count: number, free: number, kelas: string | null = '1') {
    years += 1;
    const academic_year = `${years}/${years + 1}`;
    const pool = { pool_id: uuidv7(), academic_year, jenjang: 'SD', kelas, free, version: 1 } as const;
    await tellSeats(pool);
    return { pool, children: await waiting(door, count, { academic_year, kelas: '1' }) };
  }
  const draft = async (results: unknown[]) => {
    const made = await door.call(createAnnouncement, staff.author, { body: form([], { results }) });
    return [made.statusCode, made.json()] as const;
  };
  const submit = (id: string) => door.call(submitAnnouncement, staff.author, { params: { id } });

  test('when three are accepted for two places, then submission is refused with the figures; with one of them Cadangan it is published', async () => {
    const { children } = await limited(3, 2);
    const [, made] = await draft(children.map((child) => entry(child)));
    const refused = await submit(made.id);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'seats_exceeded',
        details: { kelas: '1', passed: 3, free: 2 },
        message: 'Sisa kursi SD 1: 2 · dipilih diterima: 3. Ubah sebagian hasilnya menjadi Cadangan.',
      },
    ]);
    const results = children.map((child, at) => entry(child, at === 2 ? { result: 'waitlisted' } : {}));
    const edited = await door.call(updateAnnouncement, staff.author, {
      params: { id: made.id },
      body: { results },
    });
    expect(edited.json().counts).toEqual({ total: 3, passed: 2, failed: 0, skipped: 0, waitlisted: 1 });
    expect((await submit(made.id)).statusCode).toBe(200);
  });

  test('when places are taken between submission and publication, then publication is refused; when they are free again, it goes through', async () => {
    const { pool, children } = await limited(2, 2);
    const { id } = await inStatus(door, staff, 'approved', children);
    await tellSeats({ ...pool, free: 1, version: 3 });
    // An older event that comes late changes nothing.
    await tellSeats({ ...pool, free: 2, version: 2 });
    const publish = () => door.call(publishAnnouncement, staff.manager, { params: { id } });
    expect((await publish()).json()).toMatchObject({
      code: 'seats_exceeded',
      details: { passed: 2, free: 1 },
    });
    expect(await publishedEvents(door, id)).toEqual([]);
    await tellSeats({ ...pool, free: 2, version: 4 });
    expect((await publish()).statusCode).toBe(200);
    expect(await publishedEvents(door, id)).toHaveLength(2);
  });

  test('when children go to the waiting list, then their results are published with the others', async () => {
    const { children } = await limited(2, 1);
    const { id } = await inStatus(door, staff, 'published', children, {
      results: [entry(children[0]!), entry(children[1]!, { result: 'waitlisted' })],
    });
    const events = await publishedEvents(door, id);
    expect(events.map(({ result }) => result).toSorted()).toEqual(['passed', 'waitlisted']);
  });

  test('when the places of the level are limited together, then its classes count together', async () => {
    const { children } = await limited(2, 1, null);
    const [, made] = await draft(children.map((child) => entry(child)));
    expect((await submit(made.id)).json()).toMatchObject({ details: { kelas: null, passed: 2, free: 1 } });
  });

  test('when a class has no limit, or none any more, then nothing is refused, and Cadangan is none of its results', async () => {
    const { pool, children } = await limited(2, 1);
    const others = await waiting(door, 2, { academic_year: pool.academic_year, kelas: '2' });
    const [status, refused] = await draft([entry(others[0]!, { result: 'waitlisted' })]);
    expect([status, refused.code]).toEqual([422, 'results']);
    expect(refused.issues).toMatchObject([{ path: 'results.0.registration_id' }]);
    await tellSeats({ ...pool, free: null as never, version: 2 });
    const [, made] = await draft([...children, ...others].map((child) => entry(child)));
    expect((await submit(made.id)).statusCode).toBe(200);
  });

  test('when a class is limited, then its children show how many places are free; others show nothing more than before', async () => {
    const { pool, children } = await limited(1, 7);
    const [plain] = await waiting(door, 1, { academic_year: '2099/2100' });
    const { id, kelas, free } = { id: pool.pool_id, kelas: '1', free: 7 };
    const list = await door.call(listWaitingStudents, staff.author, { params: { jenjang: 'SD' } });
    const rowOf = (registration: string) =>
      list.json().find((row: { id: string }) => row.id === registration);
    expect(rowOf(children[0]!.id).pool).toEqual({ id, kelas, free });
    expect(Object.keys(rowOf(plain!.id))).not.toContain('pool');
    const [, made] = await draft([...children, plain!].map((child) => entry(child)));
    const shown = await door.call(getAnnouncement, staff.author, { params: { id: made.id } });
    const pools = shown.json().results.map((row: Record<string, unknown>) => [row.registration_id, row.pool]);
    expect(new Map(pools)).toEqual(
      new Map<string, unknown>([
        [children[0]!.id, { id, kelas, free }],
        [plain!.id, undefined],
      ]),
    );
    expect(Object.keys(shown.json().counts)).toEqual(['total', 'passed', 'failed', 'skipped']);
    const rows = await door.call(listAnnouncements, staff.author);
    expect(rows.statusCode).toBe(200);
  });

  test('when seats of another year are limited, then an announcement is published with the answers and events of before, byte for byte', async () => {
    /** The answers and events of an announcement from its draft on, without ids, times and names. */
    async function course(): Promise<string[]> {
      const children = await waiting(door, 2, { academic_year: '2098/2099' });
      const results = [entry(children[0]!), entry(children[1]!, { result: 'failed' })];
      const made = await door.call(createAnnouncement, staff.author, { body: form([], { results }) });
      const { id } = made.json();
      const said = [made, await submit(id)];
      const approved = { params: { id }, body: { status: 'approved' } };
      said.push(await door.call(reviewAnnouncement, staff.manager, approved));
      said.push(await door.call(publishAnnouncement, staff.manager, { params: { id } }));
      expect(said.map(({ statusCode }) => statusCode)).toEqual([201, 200, 200, 200]);
      const texts = [...said.map(({ body }) => body), JSON.stringify(await publishedEvents(door, id))];
      return texts.map((text) =>
        text
          .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, 'ID')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME')
          .replace(/PSB-[\w-]+|Anak \d+/gu, 'CHILD'),
      );
    }
    const without = await course();
    await limited(1, 1);
    expect(await course()).toEqual(without);
    expect(without.filter((text) => /"pool"|waitlisted|seat/u.test(text))).toEqual([]);
  });
});
