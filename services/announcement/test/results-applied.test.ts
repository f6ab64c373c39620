import { announcementDashboard } from '@gerbang/contracts/announcement-dashboard';
import { publishAnnouncement } from '@gerbang/contracts/announcements';
import { noteApplied } from '../src/dashboard/applied-results.repository.ts';
import {
  type Changed,
  inStatus,
  reportSkipped,
  type Staff,
  staffOf,
  step,
  tell,
  waiting,
} from './builders.ts';
import { type Caller, type Door, openDoor } from './door.ts';

const SETTLED = 'x-gerbang-results-settled';

describe('announcement’s word that admission has applied what it has published', () => {
  let door: Door;
  let staff: Staff;
  let parent: Caller;
  beforeAll(async () => {
    door = await openDoor();
    staff = await staffOf(door);
    parent = await door.caller('wali_murid', 'Ahmad');
  });
  afterAll(() => door.close());

  const word = async (question: Record<string, string> = { [SETTLED]: '?' }) => {
    const headers = { ...door.headers(parent), ...question };
    const answer = await door.app.inject({ url: announcementDashboard.path, headers });
    expect(answer.statusCode).toBe(200);
    return answer.headers[SETTLED];
  };
  const applied = (one: Changed, change: Partial<Changed> = { current_stage: 'passed' }) =>
    tell(door, { ...one, version: 2, ...change });

  test('when results are published, then it is no until each has moved its registration, was skipped or is gone', async () => {
    expect([await word(), await word({})]).toEqual(['yes', undefined]);
    const students = (await waiting(door, 4)) as [Changed, Changed, Changed, Changed];
    const { id } = await inStatus(door, staff, 'approved', students);
    expect(await word()).toBe('yes');
    await step(door, publishAnnouncement, staff.manager, id);
    await noteApplied(door.db);
    const [passed, failed, skipped, deleted] = students;
    await applied(passed);
    await applied(failed, { current_stage: 'failed' });
    await reportSkipped(door, { announcement_id: id, registration_id: skipped.id, reason: 'stage' });
    expect(await word()).toBe('no');
    await applied(deleted, { deleted: true });
    expect(await word()).toBe('yes');
  });

  test('when several are published, then each counts, and what is applied is not looked through again', async () => {
    const [one, other] = [(await waiting(door, 1))[0]!, (await waiting(door, 1))[0]!];
    const first = await inStatus(door, staff, 'published', [one]);
    const second = await inStatus(door, staff, 'published', [other]);
    await applied(other);
    await noteApplied(door.db);
    expect(await word()).toBe('no');
    const isNoted = async (id: string) =>
      (await door.db('announcements').where({ id }).first('applied'))?.applied;
    expect([await isNoted(first.id), await isNoted(second.id)]).toEqual([false, true]);
    await applied(one);
    expect(await word()).toBe('yes');
    await noteApplied(door.db);
    expect(await isNoted(first.id)).toBe(true);
    // What waits to be published is not under way.
    await inStatus(door, staff, 'approved', await waiting(door, 1));
    expect(await word()).toBe('yes');
  });
});
