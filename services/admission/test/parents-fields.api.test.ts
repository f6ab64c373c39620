import { runs } from '@gerbang/domain/testing/runs';
import { getParent, updateParent } from '@gerbang/contracts/parents';
import fc from 'fast-check';
import { type Caller, type Door, useDoor } from './door.ts';

describe('fields of the profile at their edges', () => {
  let door: Door;
  let caller: Caller;
  useDoor(async (opened) => {
    door = opened;
    caller = await door.caller();
  });

  const patch = (body: unknown) => door.call(updateParent, caller, { body });
  const NUL = '\u0000';

  const LINES: ReadonlyArray<readonly [string, unknown, number, unknown]> = [
    ['a NUL', `a${NUL}b`, 400, null],
    ['a lone surrogate', 'a\uD800', 400, null],
    ['a line break', 'a\nb', 400, null],
    ['an RTL override', 'a\u202Eb', 400, null],
    ['1,000 marks', `a${'\u0301'.repeat(1000)}`, 400, null],
    ['101 characters', 'x'.repeat(101), 400, null],
    ['100 characters', 'x'.repeat(100), 200, 'x'.repeat(100)],
    ['100 characters and edges', ` ${'x'.repeat(100)}\u200B`, 200, 'x'.repeat(100)],
    ['invisible characters only', '\u200B\u2060 ', 200, null],
    ['an emoji', 'Budi 🌱', 400, null],
    ['a decomposed letter', 'Jose\u0301', 200, 'José'],
    ['script', '<script>alert(1)</script>', 400, null],
    ['SQL', "' OR 1=1--; drop table parents", 400, null],
    ['an address', 'Menang hadiah www.jahat.example', 400, null],
    ['letters of SQL', "O'Neil--drop table parents", 200, "O'Neil--drop table parents"],
    ['a number', 5, 400, null],
    ['a list', ['x'], 400, null],
    ['an object', { x: 1 }, 400, null],
    ['true', true, 400, null],
  ];

  test.each(LINES)(
    'when a name is %s, then the response is as expected',
    async (_name, value, status, stored) => {
      const answer = await patch({ father_name: value });
      expect(answer.statusCode).toBe(status);
      if (status === 200) expect(answer.json().father_name).toBe(stored);
      else expect(answer.json()).toMatchObject({ statusCode: 400, code: 'bad_request' });
    },
  );

  test('when a text has 10 MB, then 413 and the service goes on', async () => {
    expect((await patch({ address: 'x'.repeat(10_000_000) })).statusCode).toBe(413);
    expect((await patch({ address: 'Jl. Contoh' })).statusCode).toBe(200);
  });

  test.each([
    ['15 digits', '123456789012345', 400],
    ['17 digits', '12345678901234567', 400],
    ['letters', '12345678901234ab', 400],
    ['full-width digits', '１２３４５６７８９０１２３４５６', 400],
    ['arabic digits', '١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦', 400],
    ['a number', 1234567890123456, 400],
    ['dots between', '1234.5678.9012.3456', 400],
    ['leading zeros', '0000000000000001', 200],
    ["a woman's day", '3171014501900001', 200],
    ['an impossible date', '3171019999900001', 200],
    ['nothing', '', 200],
  ])('when a KTP is %s, then the status is as it should be', async (_name, value, status) => {
    const answer = await patch({ mother_ktp: value });
    expect(answer.statusCode).toBe(status);
    if (status === 200) expect(answer.json().mother_ktp).toBe(value || null);
    else
      expect(answer.json().issues).toEqual([
        { path: 'mother_ktp', message: 'Nomor KTP harus 16 digit angka' },
      ]);
  });

  test.each([
    ['father_alive_status', 'hidup'],
    ['father_alive_status', 'WAFAT'],
    ['father_education', 's1'],
    ['father_job', 'guru'],
    ['father_income', '10.000.000'],
    ['mother_income', 10_000_000],
  ])('when %s is the unknown %s, then 400', async (field, value) => {
    const answer = await patch({ [field]: value });
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, field]);
  });

  test.each([
    ['contact_phone', '08123456789', 200, '+628123456789'],
    ['contact_phone', '628123456789', 200, '+628123456789'],
    ['contact_phone', '+62 812-3456-789', 200, '+628123456789'],
    ['contact_phone', '+6591234567', 200, '+6591234567'],
    ['contact_phone', '0215550123', 400, null],
    ['contact_phone', '12345', 400, null],
    ['contact_phone', '1e9', 400, null],
    ['father_phone', '0215550123', 200, '+62215550123'],
    ['father_phone', 'x'.repeat(41), 400, null],
    ['father_phone', 81_234_567_890, 400, null],
  ])('when %s is %s, then the status is %i', async (field, value, status, stored) => {
    const answer = await patch({ [field]: value });
    expect(answer.statusCode).toBe(status);
    if (status === 200) expect(answer.json()[field]).toBe(stored);
  });

  test.each([
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['no JSON', '{'],
    ['a field twice', '{"father_name":"a","father_name":"b"}'],
    ['a prototype', '{"__proto__":{"x":1}}'],
    ['a constructor', '{"constructor":{"prototype":{"x":1}}}'],
  ])('when the body is %s, then 400', async (_name, payload) => {
    const answer = await door.app.inject({
      method: 'PATCH',
      url: '/api/parent',
      headers: { ...door.headers(caller), 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('when there is no body, then it counts as {}: every field is optional', async () => {
    const before = (await door.call(getParent, caller)).json();
    const request = { method: 'PATCH', url: '/api/parent', headers: door.headers(caller) } as const;
    const answer = await door.app.inject(request);
    expect([answer.statusCode, answer.json()]).toEqual([200, before]);
  });

  test('when a query is sent, then 400', async () => {
    expect((await door.call(getParent, caller, { query: 'user_id=1' })).statusCode).toBe(400);
  });

  test('when any text is sent as a name, then it is stored in NFC and trimmed, or refused; never a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 120 }), async (text) => {
        const answer = await patch({ father_name: text });
        expect([200, 400]).toContain(answer.statusCode);
        if (answer.statusCode !== 200) return;
        const stored = answer.json().father_name as string | null;
        expect(stored).toBe(stored?.normalize('NFC').trim() ?? null);
        if (stored !== null) expect(text.normalize('NFC')).toContain(stored);
      }),
      { numRuns: runs(150) },
    );
  });
});
