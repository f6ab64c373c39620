import { announcementDashboard } from '@gerbang/contracts/announcement-dashboard';
import { publishAnnouncement } from '@gerbang/contracts/announcements';
import { noteApplied, secondsUnderWay } from '../src/dashboard/applied-results.repository.ts';
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

const APPLIED = 'x-gerbang-results-applied';

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

  const word = async (question: Record<string, string> = { [APPLIED]: '?' }) => {
    const headers = { ...door.headers(parent), ...question };
    const answer = await door.app.inject({ url: announcementDashboard.path, headers });
    expect(answer.statusCode).toBe(200);
    return answer.headers[APPLIED];
  };
  const applied = (one: Changed, change: Partial<Changed> = { current_stage: 'passed' }) =>
    tell(door, { ...one, version: 2, ...change });

  test('when results are published, then it is no until each has moved its registration, was skipped or is gone', async () => {
    expect([await word(), await word({})]).toEqual(['all', 'own']);
    const students = (await waiting(door, 4)) as [Changed, Changed, Changed, Changed];
    const { id } = await inStatus(door, staff, 'approved', students);
    expect(await word()).toBe('all');
    await step(door, publishAnnouncement, staff.manager, id);
    await noteApplied(door.db);
    const [passed, failed, skipped, deleted] = students;
    await applied(passed);
    await applied(failed, { current_stage: 'failed' });
    await reportSkipped(door, { announcement_id: id, registration_id: skipped.id, reason: 'stage' });
    expect([await word(), (await secondsUnderWay(door.db)) > 0]).toEqual(['own', true]);
    await applied(deleted, { deleted: true });
    expect([await word(), await secondsUnderWay(door.db)]).toEqual(['all', 0]);
  });

  test('when several are published, then each counts, and what is applied is not looked through again', async () => {
    const [one, other] = [(await waiting(door, 1))[0]!, (await waiting(door, 1))[0]!];
    const first = await inStatus(door, staff, 'published', [one]);
    const second = await inStatus(door, staff, 'published', [other]);
    await applied(other);
    await noteApplied(door.db);
    expect(await word()).toBe('own');
    const isNoted = async (id: string) =>
      (await door.db('announcements').where({ id }).first('applied'))?.applied;
    expect([await isNoted(first.id), await isNoted(second.id)]).toEqual([false, true]);
    await applied(one);
    expect(await word()).toBe('all');
    await noteApplied(door.db);
    expect(await isNoted(first.id)).toBe(true);
    // What waits to be published is not under way.
    await inStatus(door, staff, 'approved', await waiting(door, 1));
    expect(await word()).toBe('all');
  });

  test('when a response shows a result that is not applied, then it says so, asked or not', async () => {
    const [mine] = (await waiting(door, 1, { user_id: parent.id })) as [Changed];
    await inStatus(door, staff, 'published', [mine]);
    expect([await word(), await word({})]).toEqual(['none', 'none']);
    await applied(mine);
    expect([await word(), await word({})]).toEqual(['all', 'own']);
  });
});
