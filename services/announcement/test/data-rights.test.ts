import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { entry, inStatus, registration, staffOf, tell } from './builders.ts';
import { type Door, openDoor } from './door.ts';

describe('the data of a family in announcements', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when a family exports and is erased, then it has its published results alone, and afterwards nothing names it', async () => {
    const staff = await staffOf(door);
    const [mine, other] = [await door.caller(), await door.caller()];
    const [own, foreign] = [
      registration({ user_id: mine.id, child_name: 'KENARI Anak' }),
      registration({ user_id: other.id, child_name: 'LAIN Anak' }),
    ];
    for (const one of [own, foreign]) await tell(door, one);
    const published = await inStatus(door, staff, 'published', [own, foreign], {
      results: [
        entry(own, { individual_note: 'KENARI catatan' }),
        entry(foreign, { individual_note: 'LAIN catatan' }),
      ],
    });
    const draft = registration({ user_id: mine.id, child_name: 'KENARI Adik' });
    await tell(door, draft);
    await inStatus(door, staff, 'draft', [draft]);

    const url = '/api/parent/data-export/announcement';
    const answer = await door.app.inject({ url, headers: door.headers(mine) });
    expect(answer.json().results).toEqual([
      expect.objectContaining({ announcement_id: published.id, individual_note: 'KENARI catatan' }),
    ]);
    expect(answer.body).not.toContain('LAIN');
    expect(answer.json().trail.map(({ action }: { action: string }) => action)).toContain(
      'announcement.published',
    );

    const blank = {
      ...own,
      version: own.version + 1,
      deleted: true,
      child_name: 'Data dihapus',
      child_nick_name: null,
    };
    const payload = {
      request_id: uuidv7(),
      user_id: mine.id,
      registrations: [{ ...blank, user_id: uuidv7() }],
    };
    await door.database.transaction(async (trx) => {
      await eventHandlers(door.context)['data.erased']?.(trx, payload, {
        id: uuidv7(),
        version: 1,
        requestId: undefined,
      });
    });
    expect(JSON.stringify(await door.db('registrations').where({ id: own.id }))).not.toContain('KENARI');
    const notes = await door
      .db('announcement_results')
      .where({ announcement_id: published.id })
      .pluck('individual_note');
    expect(new Set(notes)).toEqual(new Set(['LAIN catatan', null]));
    expect((await door.app.inject({ url, headers: door.headers(mine) })).json().results).toEqual([]);
    expect(door.published.at(-1)).toEqual({
      type: 'erasure.reported',
      payload: { request_id: payload.request_id, service: 'announcement' },
    });
  });
});
