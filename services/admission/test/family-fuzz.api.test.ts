import { runs } from '@gerbang/domain/testing/runs';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { problemSchema } from '@gerbang/contracts/problem';
import fc from 'fast-check';
import { type Caller, type Door, openDoor } from './door.ts';
import { childForm, makeChild, makeRegistration, proofForm, registrationForm, upload } from './families.ts';

/** Values that have broken programs before, beside anything that JSON can hold. */
const NASTY = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\uD800',
    '\u202Ex',
    '\u200B',
    'İ',
    "' OR 1=1--",
    '%',
    '\\',
    '$1',
    '__proto__',
    'constructor',
    '=1+1',
    '<script>alert(1)</script>',
    '1e400',
    '-0',
    '2026-02-30',
    '0000-00-00',
    '9'.repeat(400),
    '/api/files/018f6a1e-0000-7000-8000-000000000000',
    'null',
  ),
  fc.constantFrom(-0, -1, 1e308, 2 ** 53, 0.1, 2_147_483_648, true, null, [], {}, [[]], { toString: 1 }),
);

describe('any input at the calls of a family', () => {
  let door: Door;
  let caller: Caller;
  let childId: string;
  let registrationId: string;
  const bases: Record<string, () => Record<string, unknown>> = {
    C02: () => childForm({ gender: 'male', nik: null }),
    C04: () => ({ nick_name: 'A' }),
    C05: () => childForm(),
    C08: () => registrationForm(childId),
    C10: () => ({ nisn: '0000000001' }),
    C13: () => proofForm(''),
  };
  const FIELDS: Record<string, string[]> = {
    child: [
      'full_name',
      'nick_name',
      'gender',
      'birth_city',
      'birth_date',
      'nik',
      'sibling_count',
      'blood_type',
    ],
    more: ['address', 'kelurahan', 'kecamatan', 'kab_kota', 'provinsi', 'kk_number', '__proto__', 'id'],
    registration: ['child_id', 'jenjang', 'kelas', 'academic_year', 'nisn', 'how_know_school', 'information'],
    payment: ['payment_status', 'payment_amount', 'bank_name', 'bank_account_number', 'payment_evidence_url'],
  };
  const child = [...(FIELDS.child ?? []), ...(FIELDS.more ?? [])];
  const fieldsOf: Record<string, string[]> = {
    C02: child,
    C04: child,
    C05: child,
    C08: FIELDS.registration ?? [],
    C10: FIELDS.registration ?? [],
    C13: FIELDS.payment ?? [],
  };
  beforeAll(async () => {
    door = await openDoor();
    caller = await door.caller();
    childId = (await makeChild(door, caller)).id;
    registrationId = (await makeRegistration(door, caller, {}, await makeChild(door, caller))).id;
  });
  afterAll(() => door.close());

  test.each(Object.keys(bases))(
    'when %s is given anything, then it is never a 5xx and always the one shape',
    async (id) => {
      const entry = fc.tuple(fc.constantFrom(...(fieldsOf[id] ?? [])), NASTY);
      await fc.assert(
        fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 3 }), async (entries) => {
          const body = { ...bases[id]?.(), ...Object.fromEntries(entries) };
          const params = { id: id === 'C10' || id === 'C13' ? registrationId : childId };
          const answer = await door.call(id, caller, { params, body });
          expect(answer.statusCode).toBeLessThan(500);
          if (answer.statusCode >= 400) {
            const problem = problemSchema.parse(answer.json());
            expect(problem.message).not.toMatch(/invalid|expected|error|column|relation/i);
            for (const { message } of problem.issues ?? []) {
              expect(message).not.toMatch(/invalid|expected|error|column|relation/i);
            }
          }
        }),
        { numRuns: runs(120) },
      );
    },
  );

  test('when the query of a list is anything, then it is never a 5xx', async () => {
    const names = fc.constantFrom(
      'search',
      'sort',
      'limit',
      'cursor',
      'jenjang',
      'payment_status',
      'x',
      '__proto__',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('1', '200', '-created_at', '%'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, value), { maxLength: 4 }), async (pairs) => {
        const query = new URLSearchParams(pairs).toString();
        for (const id of ['C01', 'C07']) {
          expect((await door.call(id, caller, { query })).statusCode).toBeLessThan(500);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  test.each(['pendek', '', 'a b c d e f', 'x'.repeat(101), '../../etc', 'kunci;drop'])(
    'when the Idempotency-Key is %j, then it is refused',
    async (key) => {
      for (const [id, body] of [
        ['C02', childForm()],
        ['C08', registrationForm(childId)],
      ] as const) {
        const answer = await door.call(id, caller, { body, headers: { 'idempotency-key': key } });
        expect(answer.statusCode).toBe(400);
      }
    },
  );

  test('when the link of a proof is in upper case, then it names the same file', async () => {
    const link = (await upload(door, caller)).toUpperCase().replace('/API/FILES', '/api/files');
    const answer = await door.call(payRegistration, caller, {
      params: { id: registrationId },
      body: proofForm(link),
    });
    const { payment_evidence_url: kept } = answer.json();
    expect([answer.statusCode, kept]).toEqual([200, link.toLowerCase()]);
  });
});
