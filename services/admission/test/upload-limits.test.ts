import { tooMany } from '@gerbang/service-kit/http/problems';
import { type Caller, type Door, openDoor } from './door.ts';
import { pdf, photo } from './file-samples.ts';
import { FORMS } from './upload-calls.ts';
import { patiently } from '@gerbang/service-kit/testing/patience';

const HOUR_MS = 3_600_000;

describe('limits of uploads', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({
      UPLOADS_PER_HOUR_PARENT: '5',
      UPLOADS_PER_HOUR_STAFF: '8',
      UPLOAD_BYTES_PER_DAY_PARENT: '40000',
    });
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  // Of many at once some may be refused because the check of files is busy; those do not count, and come again.
  const send = async (caller: Caller) => {
    const bytes = await photo('jpeg');
    return patiently(() => FORMS.raw(door, caller, bytes));
  };
  const fill = (bytes: number) =>
    Buffer.concat([pdf().subarray(0, -6), Buffer.alloc(bytes - pdf().length, 0x20), pdf().subarray(-6)]);

  test("when a person uploads many files at once, then exactly the hour's number is taken, the rest is 429 with its time", async () => {
    for (const [role, limit] of [
      ['wali_murid', 5],
      ['cs', 8],
    ] as const) {
      const caller = await door.caller(role);
      door.setClock(new Date());
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(caller)));
      const taken = answers.filter((answer) => answer.statusCode === 201);
      const refused = answers.filter((answer) => answer.statusCode === 429);
      expect([taken.length, refused.length]).toEqual([limit, 20 - limit]);
      for (const answer of refused) {
        expect(answer.json().code).toBe(tooMany(1).code);
        expect(answer.headers['retry-after']).toBe('3600');
      }
      expect(await door.db('files').where({ uploader_id: caller.id })).toHaveLength(limit);
    }
  });

  test('when the hour is over, then the next upload is taken; another person was never refused', async () => {
    const caller = await door.caller();
    const start = Date.now();
    for (let at = 0; at < 5; at += 1) {
      door.setClock(new Date(start + at * 60_000));
      expect((await send(caller)).statusCode).toBe(201);
    }
    const full = await send(caller);
    expect([full.statusCode, full.headers['retry-after']]).toEqual([429, String(56 * 60)]);
    expect((await send(await door.caller())).statusCode).toBe(201);
    door.setClock(new Date(start + HOUR_MS + 1000));
    expect((await send(caller)).statusCode).toBe(201);
    expect((await send(caller)).statusCode).toBe(429);
  });

  test("when the day's bytes are used up, then 429 until enough of them are a day old; smaller files still fit", async () => {
    const caller = await door.caller();
    const start = Date.now();
    const upload = (bytes: number) => FORMS.raw(door, caller, fill(bytes), { name: 'a.pdf' });
    door.setClock(new Date(start));
    expect((await upload(15_000)).statusCode).toBe(201);
    door.setClock(new Date(start + HOUR_MS));
    expect((await upload(20_000)).statusCode).toBe(201);
    door.setClock(new Date(start + 2 * HOUR_MS));
    const full = await upload(20_000);
    expect([full.statusCode, full.headers['retry-after']]).toEqual([429, String(22 * 3600)]);
    expect((await upload(5000)).statusCode).toBe(201);
    door.setClock(new Date(start + 24 * HOUR_MS + 1000));
    expect((await upload(15_000)).statusCode).toBe(201);
  });

  test('when the JSON form is used, then its file counts and not its letters', async () => {
    const caller = await door.caller();
    await FORMS.json(door, caller, fill(9000), { name: 'a.pdf' });
    expect(await door.db('uploads').where({ user_id: caller.id })).toEqual([
      expect.objectContaining({ bytes: 9000 }),
    ]);
  });

  test('when an upload is refused for what it is, then it counts', async () => {
    const caller = await door.caller();
    for (let at = 0; at < 5; at += 1) {
      expect((await FORMS.raw(door, caller, Buffer.from('x'))).statusCode).toBe(422);
    }
    expect((await send(caller)).statusCode).toBe(429);
  });
});
