import { calendarFeed, makeCalendarLink, revokeCalendarLink } from '@gerbang/contracts/calendar-links';
import type { Caller } from './door.ts';
import { parsedCalendar } from './parsed-calendar.ts';
import type { Applicant } from './seats-world.ts';
import { at, DAY, openSlotsWorld, type SlotsWorld } from './slots-world.ts';

describe('the calendar that staff subscribe to', () => {
  let world: SlotsWorld;
  let dewi: Caller;
  beforeEach(async () => {
    world = await openSlotsWorld();
    dewi = await world.door.caller('staff_pendidikan', 'Dewi');
  });
  afterEach(() => world.close());

  const make = async (caller: Caller): Promise<string> => {
    const answer = await world.door.call(makeCalendarLink, caller);
    expect(answer.statusCode).toBe(201);
    return /^http:\/\/\S+\/api\/kalender\/([\w-]{43})\.ics$/u.exec(answer.json().url)?.[1] ?? '';
  };
  const read = (token: string) => world.door.call(calendarFeed, 'anon', { params: { token } });
  const textOf = async (token: string) => (await read(token)).body.replace(/\r\n /gu, '');

  test('when a calendar reads the address, then it has the slots of its owner with places and numbers, and no names', async () => {
    const [one] = (await world.registered(1)) as [Applicant];
    const slot = await world.slot({ assessors: [dewi.id] });
    const times = { starts_at: at(DAY, '10:00'), ends_at: at(DAY, '11:00') };
    const cancelled = await world.slot({ ...times, place: 'Aula', assessors: [dewi.id] });
    await world.slot({ ...times, place: 'Lapangan' });
    await world.book(one, slot);
    const token = await make(dewi);
    const answer = await read(token);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const begun = await textOf(token);
    expect(parsedCalendar(answer.body)).toEqual([
      {
        uid: `${slot.id}@localhost`,
        sequence: 1,
        method: 'PUBLISH',
        from: '2027-02-08T01:00:00.000Z',
        to: '2027-02-08T02:30:00.000Z',
        title: 'Observasi SD',
        place: 'Ruang Anggrek',
        note: '1 dari 3 terisi. Nomor pendaftaran: PSB-2026-X-1.',
        alarms: [],
      },
      expect.objectContaining({ uid: `${cancelled.id}@localhost`, place: 'Aula' }),
    ]);
    for (const name of ['Anak', 'Wali', 'Dewi', 'Lapangan']) expect(begun).not.toContain(name);
    await world.cancel(cancelled);
    expect((await textOf(token)).match(/^UID:.*$/gmu)).toHaveLength(1);
    const desk = await world.door.caller('cs', 'Citra');
    expect((await textOf(await make(desk))).match(/^UID:.*$/gmu)).toHaveLength(2);
  });

  test('when a slot changes, then the entry keeps its name and its sequence grows', async () => {
    const slot = await world.slot({ assessors: [dewi.id] });
    const token = await make(dewi);
    const sequenceOf = (file: string) => Number(/^SEQUENCE:(\d+)/mu.exec(file)?.[1]);
    const before = await textOf(token);
    await world.change(slot, { place: 'Aula' });
    const after = await textOf(token);
    expect(after).toContain(`UID:${slot.id}@localhost`);
    expect(after).toContain('LOCATION:Aula');
    expect(sequenceOf(after)).toBeGreaterThan(sequenceOf(before));
  });

  test('when an address is made anew or revoked, then the one before is gone, and no token is kept', async () => {
    const first = await make(dewi);
    const second = await make(dewi);
    expect(second).not.toBe(first);
    expect((await read(first)).statusCode).toBe(404);
    expect((await read(second)).statusCode).toBe(200);
    const rows = await world.door.db('calendar_links');
    expect(rows).toHaveLength(1);
    expect(rows[0].token_hash).toHaveLength(32);
    expect(JSON.stringify(rows) + JSON.stringify(await world.door.db('audit_events'))).not.toContain(second);
    expect((await world.door.call(revokeCalendarLink, dewi)).statusCode).toBe(204);
    expect((await read(second)).statusCode).toBe(404);
    expect((await world.door.call(revokeCalendarLink, dewi)).statusCode).toBe(404);
    const made = await world.door.db('audit_events').where('action', 'like', 'calendar_link.%').orderBy('id');
    expect(made.map(({ action }) => action)).toEqual([
      'calendar_link.made',
      'calendar_link.made',
      'calendar_link.revoked',
    ]);
  });

  test('when the account is disabled or has another role, or the token is unknown, then the address shows nothing', async () => {
    const token = await make(dewi);
    const account = (change: object) => world.door.db('accounts').where({ id: dewi.id }).update(change);
    await account({ active: false });
    expect((await read(token)).statusCode).toBe(404);
    await account({ active: true, role: 'finance' });
    expect((await read(token)).statusCode).toBe(404);
    await account({ role: 'manager_pendidikan' });
    expect((await read(token)).statusCode).toBe(200);
    for (const other of ['', 'a'.repeat(43), token.slice(1), `${token}x`]) {
      expect([200, 429]).not.toContain((await read(other)).statusCode);
    }
    expect(calendarFeed.perMinute).toBe(20);
  });

  test('when the calendar is read, then it says since when there is an address, and nothing where there is none', async () => {
    expect(await world.calendar()).not.toHaveProperty('feed_since');
    await make(world.desk);
    expect(await world.calendar()).toMatchObject({ feed_since: '2027-02-01T02:00:00.000Z' });
  });
});
