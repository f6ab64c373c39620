import { runs } from '@gerbang/domain/testing/runs';
import { publishAnnouncement } from '@gerbang/contracts/announcements';
import type { EventPayload } from '@gerbang/contracts/events';
import { createBus } from '@gerbang/service-kit/events/bus';
import { startConsumers } from '@gerbang/service-kit/events/consumers';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { startRelay } from '@gerbang/service-kit/events/relay';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventHandlers, eventBatches } from '../src/events/handlers.ts';
import {
  type Changed,
  inStatus,
  publishedEvents,
  registration,
  type Staff,
  tell,
  reportSkipped,
  waiting,
  useStaff,
} from './builders.ts';
import { type Door, openDoor } from './door.ts';
import { until } from '@gerbang/service-kit/testing/until';

describe('events from admission', () => {
  let door: Door;
  let staff: Staff;
  useStaff((desk) => ({ door, staff } = desk));

  const copies = () => door.db('registrations').orderBy('id');

  test('when the versions of a registration come in any order and number, then the newest stands', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 }),
        async (order) => {
          const base = registration();
          for (const version of order) {
            const stage = version % 2 ? 'waiting_announcement' : 'obs_attended';
            await tell(door, { ...base, version, child_name: `Versi ${version}`, current_stage: stage });
          }
          const newest = Math.max(...order);
          expect(await door.db('registrations').where({ id: base.id }).first()).toMatchObject({
            version: newest,
            child_name: `Versi ${newest}`,
          });
        },
      ),
      { numRuns: runs(40) },
    );
  });

  test('when a replay fills an empty copy again, then only the versions differ', async () => {
    const all: Changed[] = [];
    for (let at = 0; at < 30; at += 1) {
      const one = registration({
        deleted: at % 7 === 0,
        current_stage: at % 3 ? 'passed' : 'waiting_announcement',
      });
      all.push(one);
      await tell(door, one);
    }
    const ids = all.map((one) => one.id);
    const shown = async () => (await copies().whereIn('id', ids)).map(({ version: _version, ...row }) => row);
    const before = await shown();
    await door.db('registrations').whereIn('id', ids).delete();
    for (const one of all.toReversed()) await tell(door, { ...one, version: one.version + 1 });
    expect(await shown()).toEqual(before);
  });

  test('when the stage changes while it is published, then each child has a result or stands among the skipped, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const students = await waiting(door, 12);
      const { id } = await inStatus(door, staff, 'approved', students);
      const [answer] = await Promise.all([
        door.call(publishAnnouncement, staff.manager, { params: { id } }),
        ...students
          .filter((_one, at) => at % 2)
          .map((one) => tell(door, { ...one, version: 2, current_stage: 'obs_attended' })),
      ]);
      expect(answer.statusCode).toBe(200);
      const published = new Set((await publishedEvents(door, id)).map((one) => one.registration_id));
      const rows = await door.db('announcement_results').where({ announcement_id: id });
      for (const row of rows) {
        expect(row.skip_reason === null).toBe(published.has(row.registration_id));
        expect(row.live).toBe(row.skip_reason === null);
      }
      const { skipped_count } = await door.db('announcements').where({ id }).first();
      expect(skipped_count).toBe(rows.filter((row) => row.skip_reason !== null).length);
    }
  });

  test('when the reports of many results that were not applied come at once and twice, then each counts once', async () => {
    const students = await waiting(door, 20);
    const { id } = await inStatus(door, staff, 'published', students);
    const reports = students.slice(0, 15).map((one) => ({
      announcement_id: id,
      registration_id: one.id,
      reason: 'stage' as const,
    }));
    await Promise.all([...reports, ...reports.toReversed()].map((one) => reportSkipped(door, one)));
    expect((await door.db('announcements').where({ id }).first()).skipped_count).toBe(15);
    expect(
      await door.db('announcement_results').where({ announcement_id: id, skip_reason: 'stage' }),
    ).toHaveLength(15);
  });

  test('when events travel by the queue and come twice, then the copy and the accounts are there and nothing is doubled', async () => {
    const queue = await testDatabase('announcementqueue');
    const bus = createBus({ queueDatabaseUrl: queue.url }, door.context.log);
    // Another service sends the events, as admission does.
    const sender = await openDoor();
    const { sealer } = door.context;
    const relay = startRelay({ url: sender.url, database: sender.database, bus, logger: door.context.log });
    startConsumers({
      bus,
      database: door.database,
      sealer,
      queue: 'announcement',
      handlers: eventHandlers(door.context),
      batches: eventBatches(),
    });
    try {
      const students = Array.from({ length: 25 }, () => registration());
      const account: EventPayload<'account.changed'> = {
        id: uuidv7(),
        name: 'Rahma',
        role: 'cs',
        phone: null,
        active: true,
        version: 1,
      };
      await sender.database.transaction(async (trx) => {
        await createOutbox(sealer).publishMany(trx, 'registration.changed', students);
        await createOutbox(sealer).publish(trx, 'account.changed', account);
      });
      const arrived = async () => {
        const rows = await copies().whereIn(
          'id',
          students.map((one) => one.id),
        );
        return rows.length === 25 && (await door.db('accounts').where({ id: account.id })).length === 1;
      };
      await until(arrived);
      const seen = await copies();
      const worked = Number((await door.db('processed_events').count('* as n').first())?.n);
      await sender.db('outbox_events').update({ relayed_at: null });
      relay.wake();
      await until(async () => (await sender.db('outbox_events').whereNull('relayed_at')).length === 0);
      await until(async () => (await bus.depth('announcement')) === 0);
      expect(await copies()).toEqual(seen);
      expect(Number((await door.db('processed_events').count('* as n').first())?.n)).toBe(worked);
    } finally {
      await relay.close();
      await bus.close();
      await sender.close();
      await queue.drop();
    }
  });
});
