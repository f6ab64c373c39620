import { type Door, openDoor } from './door.ts';

describe('configuration for screens', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when a parent asks, then levels, fees, years and the official account are the specified ones', async () => {
    const answer = await door.call('G02', await door.caller());
    expect(answer.statusCode).toBe(200);
    const config = answer.json();
    expect(
      config.levels.map((level: { jenjang: string; fee: number }) => [level.jenjang, level.fee]),
    ).toEqual([
      ['KB', 350_000],
      ['TK', 350_000],
      ['SD', 550_000],
      ['SMP', 550_000],
    ]);
    expect(config.academic_years).toEqual(['2026/2027', '2027/2028', '2028/2029']);
    expect(config.account).toMatchObject({
      bank_code: '451',
      account_number: '700 9322 722',
      branch: 'Kebon Jeruk',
    });
  });

  test('when it is asked again with the tag of the answer, then 304 without a body', async () => {
    const caller = await door.caller('cs');
    const first = await door.call('G02', caller);
    const again = await door.call('G02', caller, {
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('when nobody is logged in, then 401', async () => {
    expect((await door.call('G02', 'anon')).statusCode).toBe(401);
  });
});
