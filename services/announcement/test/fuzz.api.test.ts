import { runs } from '@gerbang/domain/testing/runs';
import { listAnnouncementAudit } from '@gerbang/contracts/audit';
import {
  createAnnouncement,
  listAnnouncements,
  listOwnResults,
  updateAnnouncement,
} from '@gerbang/contracts/announcements';
import fc from 'fast-check';
import { anyFields, anyQuery, anyValue, expectOneShape } from '@gerbang/service-kit/testing/any-input';
import { entry, form, inStatus, type Staff, staffOf, waiting } from './builders.ts';
import { type Door, openDoor } from './door.ts';

const VALUE = anyValue('published');
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

  test.each(Object.keys(FIELDS))(
    'when %s is given anything, then it is never a 5xx and always the one shape',
    async (call) => {
      await fc.assert(
        fc.asyncProperty(anyFields(FIELDS[call] ?? [], VALUE), async (entries) => {
          const base = call === 'N03' ? form([]) : {};
          const body = { ...base, ...Object.fromEntries(entries) };
          expectOneShape(await door.call(call, staff.admin, { params: { id }, body }), body);
        }),
        { numRuns: runs(100) },
      );
    },
  );

  test('when an entry of the results is anything, then the same', async () => {
    const [one] = await waiting(door, 1);
    await fc.assert(
      fc.asyncProperty(anyFields(RESULT_FIELDS, VALUE), async (entries) => {
        const results = [entry(one!, Object.fromEntries(entries))];
        const answer = await door.call(updateAnnouncement, staff.author, {
          params: { id },
          body: { results },
        });
        expectOneShape(answer, results);
      }),
      { numRuns: runs(150) },
    );
  });

  test('when the query of a list or the trail, or a version, is anything, then the same', async () => {
    const parent = await door.caller('wali_murid');
    const version = fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\x20-\x7E]/gu, '?'));
    await fc.assert(
      fc.asyncProperty(anyQuery(QUERY, 'SD', 'draft'), version, async (query, text) => {
        const headers = { 'if-match': text, 'idempotency-key': text };
        const answers = [
          await door.call(listAnnouncements, staff.admin, { query }),
          await door.call(listAnnouncementAudit, staff.admin, { query }),
          await door.call(listOwnResults, parent, { query }),
          await door.call(updateAnnouncement, staff.admin, {
            params: { id },
            body: { title: 'Judul' },
            headers,
          }),
          await door.call(createAnnouncement, staff.admin, { body: form([]), headers }),
        ];
        for (const answer of answers) expectOneShape(answer, [query, text]);
      }),
      { numRuns: runs(80) },
    );
  });
});
