import { problemSchema } from '@gerbang/contracts/problem';
import fc from 'fast-check';
import { entry, form, inStatus, type Staff, staffOf, waiting } from './builders.ts';
import { type Door, openDoor } from './door.ts';

const NASTY = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\u0000',
    '\uD800',
    '\u202Ex',
    "' OR 1=1--",
    '%',
    '\\',
    '__proto__',
    '{"a":1}',
    '{NULL}',
    'x'.repeat(6000),
    'published',
    '018f6a1e-0000-7000-8000-000000000000',
    '018F6A1E-0000-7000-8000-000000000000',
    -1,
    1e308,
    null,
    true,
    [],
  ),
);
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  N03: ['title', 'content', 'observation_period', 'jenjang', 'results', 'status', '__proto__'],
  N04: ['title', 'content', 'observation_period', 'jenjang', 'results', 'version', 'constructor'],
  N06: ['status', 'review_notes', 'reviewed_at'],
};
const RESULT_FIELDS = ['child_id', 'registration_id', 'result', 'individual_note', 'live', '__proto__'];
const QUERY = ['search', 'sort', 'limit', 'cursor', 'jenjang', 'status', 'action', 'from', '__proto__'];

describe('any input at the calls of announcements', () => {
  let door: Door;
  let staff: Staff;
  let id: string;
  beforeAll(async () => {
    door = await openDoor();
    staff = await staffOf(door);
    id = (await inStatus(door, staff, 'draft', await waiting(door, 1))).id;
  });
  afterAll(() => door.close());

  const fits = (answer: { statusCode: number; json: () => unknown }) => {
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode < 400) return;
    const problem = problemSchema.parse(answer.json());
    for (const { message } of [problem, ...(problem.issues ?? [])]) {
      expect(message).not.toMatch(/invalid|expected|error|column|relation/i);
    }
  };

  test.each(Object.keys(FIELDS))(
    'G30 when %s is given anything, then it is never a 5xx and always the one shape',
    async (call) => {
      const fields = fc.array(fc.tuple(fc.constantFrom(...(FIELDS[call] ?? [])), NASTY), {
        minLength: 1,
        maxLength: 3,
      });
      await fc.assert(
        fc.asyncProperty(fields, async (entries) => {
          const base = call === 'N03' ? form([]) : {};
          const body = { ...base, ...Object.fromEntries(entries) };
          fits(await door.call(call, staff.admin, { params: { id }, body }));
        }),
        { numRuns: 100 },
      );
    },
  );

  test('G30 when an entry of the results is anything, then the same', async () => {
    const [one] = await waiting(door, 1);
    const fields = fc.array(fc.tuple(fc.constantFrom(...RESULT_FIELDS), NASTY), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(fields, async (entries) => {
        const results = [entry(one!, Object.fromEntries(entries))];
        fits(await door.call('N04', staff.author, { params: { id }, body: { results } }));
      }),
      { numRuns: 150 },
    );
  });

  test('G30 when the query of a list or the trail, or a version, is anything, then the same', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('1', '200', '-created_at', '%', '0001-01-01', 'SD', 'draft'),
    );
    const pairs = fc.array(fc.tuple(fc.constantFrom(...QUERY), value), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(pairs, value, async (list, version) => {
        const query = new URLSearchParams(list).toString();
        for (const call of ['N01', 'N11']) fits(await door.call(call, staff.admin, { query }));
        fits(await door.call('N09', await door.caller('wali_murid'), { query }));
        const ascii = version.replace(/[^\x20-\x7E]/gu, '?');
        const headers = { 'if-match': ascii, 'idempotency-key': ascii };
        fits(await door.call('N04', staff.admin, { params: { id }, body: { title: 'Judul' }, headers }));
        fits(await door.call('N03', staff.admin, { body: form([]), headers }));
      }),
      { numRuns: 80 },
    );
  });
});
