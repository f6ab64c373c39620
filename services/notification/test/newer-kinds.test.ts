import type { MessageRequested } from '@gerbang/contracts/message-kinds';
import { TOGETHER, UnreadableEvent } from '@gerbang/service-kit/events/bus-job';
import { claimWave } from '../src/delivery/waves.repository.ts';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';

/** A kind that only the next release has. */
const NEWER = 'a_kind_of_the_next_release' as MessageRequested['kind'];

describe('messages of a newer release, during an update', () => {
  const { bus } = silentBus();
  const { provider, sends } = scriptedProvider();
  let worker: Awaited<ReturnType<typeof startWorker>>;
  beforeAll(async () => {
    worker = await startWorker({ bus, provider });
  });
  afterAll(() => worker.stop());

  test('when one event of a job has a kind that this release lacks, then the others are taken in, and the job is left to a newer program', async () => {
    const known = [worker.job(), worker.job()];
    const [first = worker.job(), last = worker.job()] = known;
    const together = {
      ...first,
      type: TOGETHER,
      sealed: '',
      events: [first, worker.job({ kind: NEWER }), last],
    };
    const work = () => worker.context.intakeWave(together);
    await expect(work()).rejects.toThrow(UnreadableEvent);
    await expect(work()).rejects.toThrow('another shape: kind');
    const rows = await worker.knex('notifications').orderBy('id');
    expect(rows.map(({ id }) => id)).toEqual(known.map(({ id }) => id));
    await expect(worker.service.intake(worker.job({ kind: NEWER }))).rejects.toThrow(UnreadableEvent);
  });

  test('when a newer worker has written a message of its own kind, then this one neither leases nor sends it', async () => {
    await worker.knex.raw('truncate notifications');
    const own = await worker.ask();
    const newer = await worker.ask();
    const code = await worker.ask({ kind: 'reset_code', priority: 'code', params: { code: '123456' } });
    await worker.knex('notifications').whereIn('id', [newer, code]).update({ kind: NEWER });
    const before = await worker.row(newer);
    expect((await claimWave(worker.database, 'normal', 10, 'a-worker')).map(({ id }) => id)).toEqual([own]);
    sends.length = 0;
    await worker.service.deliver(code);
    expect(sends).toEqual([]);
    expect(await worker.row(newer)).toEqual(before);
    expect(await worker.row(code)).toMatchObject({ status: 'pending', attempt_state: 'none' });
  });
});
