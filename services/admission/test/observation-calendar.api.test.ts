import { changeStage, observationCalendar } from '@gerbang/contracts/registration-stages';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { type Door, openDoor } from './door.ts';
import { inState } from './staff.ts';

const DAY_MS = 86_400_000;
const day = (days: number) => jakartaDay(new Date(Date.now() + days * DAY_MS));

/** The lines of a calendar file, unfolded. */
const linesOf = (file: string) => file.replace(/\r\n /gu, '').split('\r\n').slice(0, -1);

describe('the calendar file of an observation', () => {
  let door: Door;
  let family: Awaited<ReturnType<typeof inState>>['family'];
  let staff: Awaited<ReturnType<Door['caller']>>;
  let id: string;
  beforeAll(async () => {
    door = await openDoor();
    staff = await door.caller('staff_pendidikan');
  });
  afterAll(() => door.close());
  beforeEach(async () => {
    const registered = await inState(door, 'verified');
    family = registered.family;
    id = registered.made.id;
  });

  const read = (caller: typeof family = family) => door.call(observationCalendar, caller, { params: { id } });
  async function schedule(content: string, more: object = {}): Promise<void> {
    const body = { current_stage: 'obs_scheduled', content, ...more };
    expect((await door.call(changeStage, staff, { params: { id }, body })).statusCode).toBe(200);
  }

  test('when no observation is scheduled, or it is another family’s, then 404', async () => {
    expect((await read()).statusCode).toBe(404);
    await schedule(day(7));
    expect((await read(await door.caller())).statusCode).toBe(404);
    expect((await read()).statusCode).toBe(200);
    const back = { current_stage: 'registered' };
    await door.call(changeStage, staff, { params: { id }, body: back });
    expect((await read()).statusCode).toBe(404);
  });

  test('when it has a time and a place, then the file says both, in Jakarta’s time, without the child’s name', async () => {
    await schedule(day(7), { observation_time: '08:00', observation_place: 'Aula; gedung SD, ruang 2' });
    const answer = await read();
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="observasi-ppdb.ics"');
    const lines = linesOf(answer.body);
    expect(lines).toEqual(
      expect.arrayContaining([
        `UID:${id}@localhost`,
        'SEQUENCE:0',
        'SUMMARY:Observasi PPDB',
        `DTSTART;TZID=Asia/Jakarta:${day(7).replaceAll('-', '')}T080000`,
        `DTEND;TZID=Asia/Jakarta:${day(7).replaceAll('-', '')}T100000`,
        String.raw`LOCATION:Aula\; gedung SD\, ruang 2`,
        `URL;VALUE=URI:http://localhost:8080/registrations?lihat=${id}`,
        'TZID:Asia/Jakarta',
      ]),
    );
    expect(answer.body).not.toContain('Aisyah');
  });

  test('when it is moved, then the appointment is the same and its sequence has grown; without a time it is a day', async () => {
    await schedule(day(7), { observation_time: '08:00' });
    await schedule(day(9));
    const lines = linesOf((await read()).body);
    expect(lines).toEqual(
      expect.arrayContaining([
        `UID:${id}@localhost`,
        'SEQUENCE:1',
        `DTSTART;VALUE=DATE:${day(9).replaceAll('-', '')}`,
        `DTEND;VALUE=DATE:${day(10).replaceAll('-', '')}`,
      ]),
    );
    expect(lines.some((line) => line.includes('TZID'))).toBe(false);
  });
});
