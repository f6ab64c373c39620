import type { BusJob } from '@gerbang/service-kit/events/bus-job';
import { createDatabase, type Database } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { PATIENCE } from '@gerbang/service-kit/testing/databases';
import { openProxy } from '@gerbang/service-kit/testing/tcp-proxy';
import { Delivery } from '../src/delivery/delivery.ts';
import { createIntake } from '../src/delivery/intake.ts';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';

const CUT = /ECONNRESET|Connection/u;

describe('a line to the database that is cut between a commit and its answer', () => {
  const { bus } = silentBus();
  const { provider, sends } = scriptedProvider();
  const logger = createLogger('test', 'silent');
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let line: Awaited<ReturnType<typeof openProxy>>;
  let database: Database;

  beforeAll(async () => {
    worker = await startWorker({ bus, provider });
    const url = new URL(worker.url);
    const port = Number(url.port);
    line = await openProxy(() => port);
    url.hostname = '127.0.0.1';
    url.port = String(line.port);
    database = createDatabase(url.href, { max: 4, ...PATIENCE });
  });
  afterAll(async () => {
    await database.close();
    await line.close();
    await worker.stop();
  });
  beforeEach(() => {
    sends.length = 0;
    line.figures.cut = 0;
  });

  /** A worker of its own behind the line, with what it does for a job. */
  function openWorker() {
    const columns = createSealer(worker.columnKeys);
    const { columnKeys, busSealer } = worker;
    const publicOrigin = 'https://portal.example';
    const limits = { aDay: 1000, noticesADay: 1000, unprovedADay: 1000, unproved: 1000 };
    const intake = createIntake({
      database,
      bus: busSealer,
      columns,
      columnKeys,
      publicOrigin,
      limits,
      sendsLetters: false,
      logger,
    });
    const delivery = new Delivery({
      templateName: async (kind) => kind,
      database,
      bus,
      provider,
      columns,
      logger,
    });
    return {
      deliver: (id: string) => delivery.deliver(id),
      async work(job: BusJob): Promise<void> {
        const asked = delivery.clock();
        const begun = await intake(job, delivery.leases);
        if (begun) await delivery.send(begun, asked);
        else await delivery.deliver(job.id);
      },
    };
  }
  const cutAt = (marker: string) => line.set({ is: 'cutting', marker });
  /** A message whose lease was committed without its worker hearing of it. */
  async function leasedUnheard(one: ReturnType<typeof openWorker>): Promise<string> {
    const id = await worker.ask();
    cutAt('notification_claim');
    await expect(one.deliver(id)).rejects.toThrow(CUT);
    expect([line.figures.cut, await worker.row(id)]).toMatchObject([
      1,
      { attempt: 1, attempt_state: 'sending' },
    ]);
    return id;
  }

  test('when it is cut as messages are written and begun, then each leaves at once, once, with no outcome unknown', async () => {
    const jobs = [worker.job(), worker.job(), worker.job()];
    const { work } = openWorker();
    cutAt('notification_intake');
    // As the queue does: what fails comes again.
    const tried = async (job: BusJob) => {
      try {
        await work(job);
      } catch (error) {
        if (!CUT.test(String(error))) throw error;
        await work(job);
      }
    };
    await Promise.all([...jobs, jobs[0] ?? worker.job()].map(tried));
    expect(line.figures.cut).toBe(1);
    for (const { id } of jobs) {
      expect(await worker.row(id)).toMatchObject({ status: 'sent', unknowns: 0, attempt_state: 'none' });
    }
    expect(sends).toHaveLength(jobs.length);
  });

  test('when the connection is cut while a message is leased, then the next job sends it once and no outcome is unknown', async () => {
    const one = openWorker();
    const id = await leasedUnheard(one);
    await Promise.all([one.deliver(id), one.deliver(id)]);
    // The second job may find the message released and renumber it for a third one: the number of the attempt is no promise.
    expect(await worker.row(id)).toMatchObject({ status: 'sent', unknowns: 0 });
    expect(sends).toHaveLength(1);
  });

  test('F11 F3 when another worker has it by then, then it is the other’s', async () => {
    const one = openWorker();
    const id = await leasedUnheard(one);
    await worker.knex('notifications').where({ id }).update({ lease_owner: 'another/1' });
    await one.deliver(id);
    expect(await worker.row(id)).toMatchObject({ attempt: 1, attempt_state: 'sending' });
    await openWorker().deliver(id);
    expect(sends).toEqual([]);
  });
});
