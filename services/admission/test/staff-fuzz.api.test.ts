import { problemSchema } from '@gerbang/contracts/problem';
import fc from 'fast-check';
import { type Caller, type Door, openDoor } from './door.ts';
import { upload } from './families.ts';
import { inState } from './staff.ts';

const NASTY = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\u0000',
    '\uD800',
    '\u202Ex',
    "' OR 1=1--",
    '%',
    '\\',
    '__proto__',
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '+292278994-01-01',
    '24:60',
    'x'.repeat(3000),
    '/api/files/018f6a1e-0000-7000-8000-000000000000',
    'passed',
    'verified',
    -1,
    1e308,
    null,
    true,
  ),
);
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  C17: [
    'current_stage',
    'content',
    'note',
    'observation_time',
    'observation_place',
    'file_attachment_url',
    '__proto__',
  ],
  C18: ['payment_evidence_url', 'payment_evidence_filename', 'payment_status', 'id'],
  C19: ['payment_status', 'rejection_reason', 'verified_by'],
};
const QUERY = [
  'search',
  'sort',
  'limit',
  'cursor',
  'jenjang',
  'payment_status',
  'current_stage',
  'academic_year',
  'observation_until',
  'personal',
  'actor_id',
  'subject_id',
  'action',
  'from',
  'to',
  '__proto__',
];

describe('any input at the calls of the staff', () => {
  let door: Door;
  let admin: Caller;
  let id: string;
  const bases: Record<string, () => Promise<Record<string, unknown>>> = {
    C17: async () => ({ current_stage: 'obs_scheduled', content: '2030-01-01' }),
    C18: async () => ({ payment_status: 'paid', payment_evidence_url: await upload(door, admin) }),
    C19: async () => ({ payment_status: 'rejected' }),
  };
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.caller('admin');
    id = (await inState(door, 'verified')).made.id;
  });
  afterAll(() => door.close());

  test.each(Object.keys(FIELDS))(
    'G30 when %s is given anything, then it is never a 5xx and always the one shape',
    async (call) => {
      const entry = fc.tuple(fc.constantFrom(...(FIELDS[call] ?? [])), NASTY);
      await fc.assert(
        fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 3 }), async (entries) => {
          const body = { ...(await bases[call]?.()), ...Object.fromEntries(entries) };
          const answer = await door.call(call, admin, { params: { id }, body });
          expect(answer.statusCode).toBeLessThan(500);
          if (answer.statusCode >= 400) {
            const problem = problemSchema.parse(answer.json());
            for (const { message } of [problem, ...(problem.issues ?? [])]) {
              expect(message).not.toMatch(/invalid|expected|error|column|relation/i);
            }
          }
        }),
        { numRuns: 100 },
      );
    },
  );

  test('G30 when the query of a list, the counts, the export or the trail is anything, then it is never a 5xx', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('1', '200', '-created_at', '%', '0001-01-01', '9999-12-31', 'registration', '08123'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...QUERY), value), { maxLength: 4 }),
        async (pairs) => {
          const query = new URLSearchParams(pairs).toString();
          for (const call of ['C15', 'C21', 'C22', 'C23']) {
            const { statusCode } = await door.call(call, admin, { query });
            expect([call, query, statusCode < 500]).toEqual([call, query, true]);
          }
        },
      ),
      { numRuns: 120 },
    );
  });
});
