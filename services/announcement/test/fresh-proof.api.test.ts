import { publishAnnouncement } from '@gerbang/contracts/announcements';
import { inStatus, staffOf, traces, waiting } from './builders.ts';
import { type Door, openDoor } from './door.ts';

const STALE = Math.floor(Date.now() / 1000) - 15 * 60 - 1;

describe('publishing without a fresh proof', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when the last proof is older than 15 minutes, then nothing is published until it is proved again', async () => {
    const staff = await staffOf(door);
    const { id } = await inStatus(door, staff, 'approved', await waiting(door, 1));
    const before = await traces(door, id);
    const headers = door.headers(staff.admin, { fresh: STALE });
    const refused = await door.call(publishAnnouncement, staff.admin, { params: { id }, headers });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_proof_required']);
    expect(await traces(door, id)).toEqual(before);
    expect((await door.call(publishAnnouncement, staff.admin, { params: { id } })).statusCode).toBe(200);
  });
});
