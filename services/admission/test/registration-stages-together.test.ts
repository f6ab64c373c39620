import type { EventPayload } from '@gerbang/contracts/events';
import type { Registration } from '@gerbang/contracts/registrations';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { type Door, openDoor } from './door.ts';
import { publishedSince } from './families.ts';
import { apply, PUBLISHED_AT, PUBLISHER, type Published, waitingOne } from './registration-stages-results.ts';

type Together = EventPayload<'results.published'>;

describe('results that are published together', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const together = (waiting: readonly Registration[]): Together => ({
    announcement_id: uuidv7(),
    published_at: PUBLISHED_AT,
    published_by: PUBLISHER,
    results: waiting.map(({ id, child_id }) => ({
      result_id: uuidv7(),
      registration_id: id,
      child_id,
      result: 'passed',
    })),
  });
  const work = (event: Together) =>
    door.database.transaction(async (trx) => {
      const meta = { id: uuidv7(), version: 1, requestId: 'permintaan-uji' };
      await eventHandlers(door.context)['results.published']?.(trx, event, meta);
    });
  const stages = async (waiting: readonly Registration[]) => {
    const rows = await door.db('registrations').select('id', 'current_stage');
    const known = new Map(rows.map(({ id, current_stage }) => [id, current_stage]));
    return waiting.map(({ id }) => known.get(id));
  };
  const waitingOnes = async (count: number) => {
    const made: Registration[] = [];
    while (made.length < count) made.push((await waitingOne(door)).made);
    return made;
  };

  test('when they come, then each is applied with one message, obsolete ones are reported, and a repeat changes nothing', async () => {
    const [one, other, moved] = (await waitingOnes(3)) as [Registration, Registration, Registration];
    await door.db('registrations').where({ id: moved.id }).update({ current_stage: 'obs_attended' });
    const since = door.published.length;
    const event = together([one, other, moved]);
    await work(event);
    expect(await stages([one, other, moved])).toEqual(['passed', 'passed', 'obs_attended']);
    const messages = publishedSince(door, since, 'message.requested') as { dedupeKey: string }[];
    expect(messages.map(({ dedupeKey }) => dedupeKey).sort()).toEqual(
      [one, other].map(({ id }) => `ann:${event.announcement_id}:${id}`).sort(),
    );
    expect(publishedSince(door, since, 'result.skipped')).toEqual([
      { announcement_id: event.announcement_id, registration_id: moved.id, reason: 'stage' },
    ]);
    expect(publishedSince(door, since, 'result.published')).toEqual([]);
    const told = door.published.length;
    await work({ ...event, results: event.results.slice(0, 2) });
    expect(door.published).toHaveLength(told);
  });

  test('when one cannot be written, then each goes its own way: the others are applied, it alone fails', async () => {
    const waiting = await waitingOnes(3);
    const [first, poisonous, last] = waiting as [Registration, Registration, Registration];
    await door.db.raw(`
      create function refuse_one() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = 'check_violation'; end $$;
      create trigger refuse_one before update on registrations for each row
        when (old.id = '${poisonous.id}') execute function refuse_one()`);
    try {
      const event = together(waiting);
      await work(event);
      expect(await stages(waiting)).toEqual(waiting.map(() => 'waiting_announcement'));
      const rows = await door.db('outbox_events').where({ type: 'result.published' }).orderBy('id');
      const apart = rows.map(
        ({ id, type, sealed }) => door.context.sealer.open(sealed, `event:${type}:${id}`) as Published,
      );
      const { results, ...publication } = event;
      expect(apart).toEqual(results.map((one) => ({ ...publication, ...one })));
      expect(rows.map((row) => row.request_id)).toEqual(waiting.map(() => 'permintaan-uji'));
      const outcomes = await Promise.allSettled(apart.map((one) => apply(door, one)));
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await stages([first, poisonous, last])).toEqual(['passed', 'waiting_announcement', 'passed']);
    } finally {
      await door.db.raw('drop trigger refuse_one on registrations; drop function refuse_one()');
    }
  });
});
