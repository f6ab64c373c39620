import { runs } from '@gerbang/domain/testing/runs';
import {
  exportStaffRegistrations,
  listStaffRegistrations,
  summarizeStaffRegistrations,
} from '@gerbang/contracts/staff-registrations';
import { listAudit } from '@gerbang/contracts/audit';
import fc from 'fast-check';
import { anyFields, anyQuery, anyValue, expectOneShape } from '@gerbang/service-kit/testing/any-input';
import { type Caller, type Door, openDoor } from './door.ts';
import { upload } from './families.ts';
import { inState } from './staff.ts';

const VALUE = anyValue('/api/files/018f6a1e-0000-7000-8000-000000000000', 'passed', 'verified');
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
    'when %s is given anything, then it is never a 5xx and always the one shape',
    async (call) => {
      await fc.assert(
        fc.asyncProperty(anyFields(FIELDS[call] ?? [], VALUE), async (entries) => {
          const body = { ...(await bases[call]?.()), ...Object.fromEntries(entries) };
          expectOneShape(await door.call(call, admin, { params: { id }, body }), body);
        }),
        { numRuns: runs(100) },
      );
    },
  );

  test('when the query of a list, the counts, the export or the trail is anything, then it is never a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery(QUERY, 'registration'), async (query) => {
        for (const call of [
          listStaffRegistrations,
          summarizeStaffRegistrations,
          exportStaffRegistrations,
          listAudit,
        ])
          expectOneShape(await door.call(call, admin, { query }), [call, query]);
      }),
      { numRuns: runs(120) },
    );
  });
});
