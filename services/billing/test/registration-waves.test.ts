import { eventAad } from '@gerbang/service-kit/events/outbox';
import type { Bus } from '@gerbang/service-kit/events/bus';
import type { BusJob } from '@gerbang/service-kit/events/bus-job';
import { startConsumers } from '@gerbang/service-kit/events/consumers';
import { uuidv7 } from 'uuidv7';
import { eventHandlers, eventBatches } from '../src/events/handlers.ts';
import { type Door, openDoor } from './door.ts';
import { type Copy, copyOfRegistration } from './registration-copies.ts';

describe('waves of registrations', () => {
  let door: Door;
  /** What a queue would do: gives a job to the service. */
  let bring: (job: BusJob) => Promise<void>;
  /** How many events had their effect in one transaction. */
  let together: number[];

  beforeAll(async () => {
    door = await openDoor();
    together = [];
    const save = eventBatches(door.context)['registration.changed']!;
    startConsumers({
      bus: {
        worker: (_queue: string, handler: typeof bring) => {
          bring = handler;
        },
      } as unknown as Bus,
      database: door.database,
      sealer: door.context.sealer,
      queue: 'billing',
      handlers: eventHandlers(door.context),
      batches: {
        'registration.changed': async (trx, events) => {
          await save(trx, events);
          together.push(events.length);
        },
      },
    });
  });
  beforeEach(() => together.splice(0));
  afterAll(() => door.close());

  const type = 'registration.changed';
  const jobOf = (copy: Copy): BusJob => {
    const id = uuidv7();
    return { id, type, version: 1, sealed: door.context.sealer.seal(copy, eventAad(type, id)) };
  };
  const names = async (copies: readonly Copy[]) => {
    const ids = [...new Set(copies.map(({ id }) => id))];
    const rows = await door.db('registrations').whereIn('id', ids).orderBy('id').select('child_name');
    return rows.map(({ child_name }) => child_name as string);
  };
  const marked = async (jobs: readonly BusJob[]) =>
    (
      await door.db('processed_events').whereIn(
        'id',
        jobs.map(({ id }) => id),
      )
    ).length;
  const sent = (count: number) =>
    Array.from({ length: count }, (_one, at) => copyOfRegistration({ child_name: `Anak ${at}` }));

  test('when a wave has an event twice, and again after it, then it acts once and each is marked once', async () => {
    const copies = sent(6);
    const jobs = copies.map(jobOf);
    await Promise.all([...jobs, ...jobs].map((job) => bring(job)));
    // The first goes alone; its twin comes behind it and has no effect any more.
    expect(together).toEqual([1, 5]);
    await bring(jobs[2]!);
    expect(together).toEqual([1, 5]);
    expect(await names(copies)).toEqual(copies.map(({ child_name }) => child_name));
    expect(await marked(jobs)).toBe(6);
  });

  test('when a batch has one registration twice, the newer first, then the newer stays', async () => {
    const [first, one, other] = sent(3) as [Copy, Copy, Copy];
    const copies = [
      first,
      { ...one, version: 3, child_name: 'Baru' },
      { ...one, version: 2, child_name: 'Lama' },
      { ...other, version: 1, child_name: 'Lama' },
      { ...other, version: 2, child_name: 'Baru' },
    ];
    const jobs = copies.map(jobOf);
    await Promise.all(jobs.map((job) => bring(job)));
    expect(together).toEqual([1, 4]);
    expect(await names([one, other])).toEqual(['Baru', 'Baru']);
    expect(await marked(jobs)).toBe(5);
    await bring(jobOf({ ...one, version: 2, child_name: 'Terlambat' }));
    expect(await names([one])).toEqual(['Baru']);
  });

  test('when one of a wave cannot be opened and one cannot be written, then both fail and the others have their effect', async () => {
    const copies = sent(6);
    const jobs = copies.map(jobOf);
    const moved = { ...jobs[2]!, id: uuidv7() };
    const refused = jobOf(copyOfRegistration({ child_name: 'Anak\u0000' }));
    const [first, ...rest] = jobs as [BusJob, ...BusJob[]];
    const wave = [first, moved, ...rest, refused];
    const outcomes = await Promise.allSettled(wave.map((job) => bring(job)));
    const failed = wave.filter((_job, at) => outcomes[at]?.status === 'rejected');
    expect(failed).toEqual([moved, refused]);
    expect(await names(copies)).toEqual(copies.map(({ child_name }) => child_name));
    expect([await marked(jobs), await marked(failed)]).toEqual([6, 0]);
  });
});
