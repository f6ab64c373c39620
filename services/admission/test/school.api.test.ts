import { getConfig } from '@gerbang/contracts/school';
import { type Door, openDoor } from './door.ts';

describe('configuration for screens', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when a parent asks, then levels, fees, years and the official account are the specified ones', async () => {
    const answer = await door.call(getConfig, await door.caller());
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
    expect(config.fee_tables).toEqual([
      {
        title: 'Biaya Pendidikan 2025/2026',
        columns: [
          'Jenjang',
          'Lunas sekaligus',
          'Tahap 1 (50%)',
          'Tahap 2 (25%)',
          'Tahap 3 (15%)',
          'Tahap 4 (10%)',
        ],
        rows: [
          ['KB', 'Rp 12.000.000', 'Rp 6.000.000', 'Rp 3.000.000', 'Rp 1.800.000', 'Rp 1.200.000'],
          ['TK', 'Rp 15.000.000', 'Rp 7.500.000', 'Rp 3.750.000', 'Rp 2.250.000', 'Rp 1.500.000'],
          ['SD', 'Rp 24.000.000', 'Rp 12.000.000', 'Rp 6.000.000', 'Rp 3.600.000', 'Rp 2.400.000'],
          ['SMP', 'Rp 26.000.000', 'Rp 13.000.000', 'Rp 6.500.000', 'Rp 3.900.000', 'Rp 2.600.000'],
        ],
        image_url: null,
      },
    ]);
  });

  test('when families may pay through a provider, then ways and banks are named, without any prefix; else nothing is', async () => {
    const off = (await door.call(getConfig, await door.caller())).json();
    expect(off).not.toHaveProperty('gateway');
    const paying = await openDoor({
      PAY_PROVIDER: 'snap',
      PAY_BANKS: JSON.stringify([
        { code: '451', name: 'BSI', partnerServiceId: '   90010', customerDigits: 11 },
      ]),
    });
    const { gateway, ...others } = (await paying.call(getConfig, await paying.caller())).json();
    await paying.close();
    expect(gateway).toEqual({
      channels: ['va'],
      banks: [{ code: '451', name: 'BSI' }],
      qris_max: 10_000_000,
    });
    expect(others).toEqual(off);
  });

  test('when the school asks documents, then those that are live are named; when it asks none, then the answer is as without them', async () => {
    const caller = await door.caller();
    const at = (seconds: number) => door.setClock(new Date(Date.UTC(2030, 0, 1, 0, 0, seconds)));
    at(0);
    const asked = (await door.call(getConfig, caller)).json();
    expect(asked.documents.slice(0, 3)).toEqual(['Akta kelahiran', 'Kartu keluarga', 'Pas foto anak']);
    await door.db('document_types').where({ key: 'kk' }).update({ retired_at: new Date() });
    at(10);
    expect((await door.call(getConfig, caller)).json().documents.slice(0, 2)).toEqual([
      'Akta kelahiran',
      'Pas foto anak',
    ]);
    await door.db('document_types').update({ retired_at: new Date() });
    at(20);
    const { documents: _named, ...others } = asked;
    expect((await door.call(getConfig, caller)).body).toBe(JSON.stringify(others));
    await door.db('document_types').update({ retired_at: null });
    door.setClock(null);
  });

  test('when it is requested again with the ETag of the response, then 304 without a body', async () => {
    const caller = await door.caller('cs');
    const first = await door.call(getConfig, caller);
    const again = await door.call(getConfig, caller, {
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('when there is no session, then 401', async () => {
    expect((await door.call(getConfig, 'anon')).statusCode).toBe(401);
  });
});
