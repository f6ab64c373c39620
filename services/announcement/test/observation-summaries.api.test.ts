import { getAnnouncement, listWaitingStudents } from '@gerbang/contracts/announcements';
import { endpoints } from '@gerbang/contracts/all';
import { announcementExport } from '@gerbang/contracts/data-export';
import { cell } from '@gerbang/contracts/endpoint';
import type { EventPayload } from '@gerbang/contracts/events';
import { runs } from '@gerbang/domain/testing/runs';
import type { Role } from '@gerbang/domain/roles';
import { alone } from '@gerbang/service-kit/testing/alone';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { type Changed, inStatus, publishedEvents, type Staff, waiting, useStaff } from './builders.ts';
import type { Door } from './door.ts';

type Said = EventPayload<'observation.summarised'>;

describe('what assessors said together', () => {
  let door: Door;
  let staff: Staff;
  let one: Changed;
  useStaff((desk) => ({ door, staff } = desk));
  beforeEach(async () => {
    [one] = (await waiting(door, 1)) as [Changed];
  });

  const said = (change: Partial<Said> = {}): Said => ({
    registration_id: one.id,
    sheets: 2,
    average: 3.217,
    spread: 0.431,
    recommendations: { disarankan: 2, tidak_disarankan: 1 },
    version: 1,
    ...change,
  });
  const handle = (type: 'observation.summarised' | 'data.erased', payload: unknown) =>
    door.database.transaction(async (trx) => {
      const meta = { id: uuidv7(), version: 1, requestId: undefined };
      await eventHandlers(door.context)[type]?.(trx, payload as never, meta);
    });
  const listed = async (role: Role) => {
    const caller = await door.caller(role);
    const answer = await door.call(listWaitingStudents, caller, { params: { jenjang: one.jenjang } });
    return (answer.json() as { id: string; observation?: object }[]).find(({ id }) => id === one.id);
  };

  test('when nothing was said, then no answer has a field for it', async () => {
    expect(await listed('admin')).not.toHaveProperty('observation');
    const { id } = await inStatus(door, staff, 'draft', [one]);
    const detail = await door.call(getAnnouncement, staff.manager, { params: { id } });
    expect(detail.body).not.toContain('observation"');
  });

  test.each(['staff_pendidikan', 'manager_pendidikan', 'admin'] as const)(
    'when a %s opens list or announcement, then it stands beside the child',
    async (role) => {
      await handle('observation.summarised', said());
      const { average, spread, recommendations } = said();
      // The head writes no announcement.
      if (role !== 'manager_pendidikan') {
        expect(await listed(role)).toMatchObject({ observation: { average, spread, recommendations } });
      }
      const { id } = await inStatus(door, staff, 'draft', [one]);
      const detail = (await door.call(getAnnouncement, await door.caller(role), { params: { id } })).json();
      expect(detail.results[0].observation).toEqual({ average, spread, recommendations });
    },
  );

  test.each(['cs', 'it'] as const)('when %s opens them, then no figure is there', async (role) => {
    await handle('observation.summarised', said());
    expect(await listed(role)).not.toHaveProperty('observation');
    const { id } = await inStatus(door, staff, 'draft', [one]);
    const detail = await door.call(getAnnouncement, await door.caller(role), { params: { id } });
    expect(detail.json().results[0].registration_id).toBe(one.id);
    expect(detail.body).not.toMatch(alone('3.217'));
  });

  test('when events come in any order and number, then the newest version stands', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 10 }),
        async (order) => {
          const registration_id = uuidv7();
          for (const version of order) {
            await handle(
              'observation.summarised',
              said({ registration_id, version, average: 1 + version / 10 }),
            );
          }
          const newest = Math.max(...order);
          expect(await door.db('observation_summaries').where({ id: registration_id }).first()).toMatchObject(
            {
              version: newest,
              average: 1 + newest / 10,
            },
          );
        },
      ),
      { numRuns: runs(40) },
    );
  });

  test('when all sheets are open again, then nothing is shown', async () => {
    await handle('observation.summarised', said());
    await handle('observation.summarised', said({ sheets: 0, average: null, spread: null, version: 2 }));
    expect(await listed('admin')).not.toHaveProperty('observation');
  });

  test('when the family is erased, then it ends, and an event that comes late fills nothing', async () => {
    await handle('observation.summarised', said());
    const registrations = [{ ...one, version: one.version + 1, deleted: true }];
    await handle('data.erased', { request_id: null, user_id: null, registrations });
    await handle('observation.summarised', said({ version: 9 }));
    expect(await door.db('observation_summaries').where({ id: one.id }).first()).toMatchObject({
      sheets: 0,
      average: null,
      spread: null,
      recommendations: {},
    });
  });

  test('when it is published, then no result, event or answer to the family holds a figure', async () => {
    await handle('observation.summarised', said());
    const { id } = await inStatus(door, staff, 'published', [one]);
    const detail = await door.call(getAnnouncement, staff.manager, { params: { id } });
    const marks = ['3.217', '0.431', 'disarankan'];
    for (const mark of marks) expect([mark, detail.body.includes(mark)]).toEqual([mark, true]);
    const events = await publishedEvents(door, id);
    expect(events).toHaveLength(1);
    const rows = await door.db('announcement_results').where({ announcement_id: id });
    const family = { id: one.user_id, role: 'wali_murid' } as const;
    const told = [JSON.stringify(events), JSON.stringify(rows)];
    let answered = 0;
    for (const value of endpoints) {
      if (
        value.service !== 'announcement' ||
        value.method !== 'GET' ||
        cell(value, 'wali_murid') !== 'allowed'
      )
        continue;
      const answer = await door.call(value, family, { params: { id, registrationId: one.id } });
      if (answer.statusCode === 200) answered += 1;
      told.push(answer.body);
    }
    told.push((await door.call(announcementExport, family, { body: {} })).body);
    expect(answered).toBeGreaterThan(0);
    for (const mark of marks) expect([mark, told.some((text) => text.includes(mark))]).toEqual([mark, false]);
  });
});
