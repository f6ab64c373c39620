import type { EventPayload } from '@gerbang/contracts/events';
import {
  updateAnnouncement,
  submitAnnouncement,
  reviewAnnouncement,
  publishAnnouncement,
} from '@gerbang/contracts/announcements';
import { tellResults } from '../src/announcements/tell-results.ts';
import { entry, inStatus, reportSkipped, type Staff, step, waiting, useStaff } from './builders.ts';
import type { Door } from './door.ts';

describe('what announcement tells admission of published results', () => {
  let door: Door;
  let staff: Staff;
  useStaff((desk) => ({ door, staff } = desk));

  /** A published announcement of two children, the first with a note. */
  async function announced() {
    const [one, two] = await waiting(door, 2, {});
    const made = await inStatus(door, staff, 'draft', []);
    const results = [entry(one!, { result: 'failed', individual_note: 'Terima kasih' }), entry(two!)];
    await step(door, updateAnnouncement, staff.author, made.id, { results });
    await step(door, submitAnnouncement, staff.author, made.id);
    await step(door, reviewAnnouncement, staff.manager, made.id, { status: 'approved' });
    const from = door.published.length;
    await step(door, publishAnnouncement, staff.manager, made.id);
    const events = door.published.slice(from).filter(({ type }) => type === 'results.published');
    const event = events[0]?.payload as unknown as EventPayload<'results.published'>;
    const { title, content, observation_period, jenjang } = made;
    return { one: one!, made, event, text: { title, content, observation_period, jenjang } };
  }
  const toldOf = async (id: string, which: Parameters<typeof tellResults>[1]) => {
    const from = door.published.length;
    await tellResults(door.context, which);
    return door.published
      .slice(from)
      .map(({ payload }) => payload as unknown as EventPayload<'results.told'>)
      .filter(({ announcement_id }) => announcement_id === id);
  };

  test('when results are published, then text and notes go with them and are not told again', async () => {
    const { one, event, text, made } = await announced();
    expect(event.text).toEqual(text);
    expect(event.results.find(({ registration_id }) => registration_id === one.id)).toMatchObject({
      result: 'failed',
      individual_note: 'Terima kasih',
    });
    expect(await toldOf(made.id, 'untold')).toEqual([]);
  });

  test('when a release before has published, then its results are told, once, without those that were skipped', async () => {
    const { one, event, text, made } = await announced();
    await reportSkipped(door, { announcement_id: made.id, registration_id: one.id, reason: 'stage' });
    await door.db('announcements').where({ id: made.id }).update({ told: false });
    const [told, ...more] = await toldOf(made.id, 'untold');
    expect(more).toEqual([]);
    expect(told).toMatchObject({ published_at: event.published_at, text, check: false });
    expect(told?.results.map(({ registration_id }) => registration_id)).toEqual(
      event.results.map(({ registration_id }) => registration_id).filter((id) => id !== one.id),
    );
    expect(await toldOf(made.id, 'untold')).toEqual([]);
  });

  test('when results are told for a check, then without those of the last hour; a replay tells all', async () => {
    const { made } = await announced();
    expect(await toldOf(made.id, 'check')).toEqual([]);
    expect(await toldOf(made.id, 'all')).toMatchObject([{ check: false }]);
    await door
      .db('announcements')
      .where({ id: made.id })
      .update({ published_at: door.db.raw(`now() - interval '2 hours'`) });
    expect(await toldOf(made.id, 'check')).toMatchObject([{ check: true }]);
  });
});
