import { approveResultCorrection, askResultCorrection } from '@gerbang/contracts/result-corrections';
import { words } from '@gerbang/service-kit/data/data-classes';
import { leftMarks, plantMarks } from '@gerbang/service-kit/testing/erasure-sweep';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { DATA_CLASSES } from '../src/data-classes.ts';
import { eventHandlers } from '../src/events/handlers.ts';
import { type Changed, entry, inStatus, registration, staffOf, tell } from './builders.ts';
import { type Door, openDoor } from './door.ts';

/** What admission's event of an erasure does here. */
async function erase(door: Door, user_id: string, own: Changed) {
  const blank = {
    ...own,
    version: own.version + 1,
    deleted: true,
    child_name: 'Data dihapus',
    child_nick_name: null,
    child_gender: null,
    father_name: null,
    mother_name: null,
  };
  const payload = { request_id: uuidv7(), user_id, registrations: [{ ...blank, user_id: uuidv7() }] };
  await door.database.transaction(async (trx) => {
    await eventHandlers(door.context)['data.erased']?.(trx, payload, {
      id: uuidv7(),
      version: 1,
      requestId: undefined,
    });
  });
  return payload;
}

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

    const payload = await erase(door, mine.id, own);
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

/** What outlives a family here, and why. */
const STAYS = [
  // Names of the staff.
  ...Object.entries(DATA_CLASSES).flatMap(([table, { personal = [] }]) =>
    personal.filter((name) => /(?:_by|actor)_name$/u.test(name)).map((name) => `${table}.${name}`),
  ),
  // Auth empties the copy of an account by its own event.
  ...words('accounts.name accounts.phone'),
  // The trail ends after five years (retention).
  ...words('audit_events.details audit_events.address'),
  // An announcement speaks to all of its children.
  ...words('announcements.title announcements.content announcements.review_notes'),
];

describe('every text that people wrote about a child, after its erasure', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when each of its text columns holds a mark, then no mark is left but in announcements and the trail', async () => {
    const staff = await staffOf(door);
    const child = registration();
    await tell(door, child);
    const { id } = await inStatus(door, staff, 'published', [child], {
      results: [entry(child, { result: 'failed' })],
    });
    await tell(door, { ...child, version: 2, current_stage: 'failed' });
    const body = { registration_id: child.id, result: 'passed', reason: 'Nilai tertukar dengan anak lain' };
    const asked = await door.call(askResultCorrection, staff.author, { params: { id }, body });
    const approved = await door.call(approveResultCorrection, staff.manager, {
      params: { id: asked.json().id },
      body: { over_capacity: true, reason: 'Kursi tambahan dari yayasan' },
      headers: { 'idempotency-key': uuidv7() },
    });
    expect(approved.statusCode).toBe(200);
    await door
      .db('observation_summaries')
      .insert({ id: child.id, version: 1, sheets: 2, average: 3.2, spread: 0.4, recommendations: '{}' });
    expect(await plantMarks(door.db as Knex, DATA_CLASSES, STAYS)).toEqual([]);
    await erase(door, child.user_id, { ...child, version: 9 });
    expect(await leftMarks(door.db as Knex)).toEqual([]);
  });
});
