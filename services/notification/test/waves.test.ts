import { createLogger } from '@gerbang/service-kit/program/logger';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { statusEnvelope } from '@gerbang/simulator/webhooks';
import { Delivery } from '../src/delivery/delivery.ts';
import { createLeases } from '../src/delivery/leases.ts';
import { reportsOf, type StatusReport } from '../src/webhooks/webhook.ts';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';

const LEASES = createLeases('worker-of-the-test');
const LEASE_AND_MORE_MS = 61_000;

describe('messages and reports that come together', () => {
  const { bus, added } = silentBus();
  const { provider, sends } = scriptedProvider();
  let worker: Awaited<ReturnType<typeof startWorker>>;

  beforeAll(async () => {
    worker = await startWorker({ bus, provider });
  });
  afterAll(() => worker.stop());
  beforeEach(async () => {
    await worker.knex.raw('truncate notifications, processed_events, send_stops, early_webhooks');
    sends.length = 0;
    added.length = 0;
  });

  /** A delivery whose clock the test sets. */
  function deliveryAt(clock: () => number) {
    return new Delivery({
      templateName: async (kind) => kind,
      database: worker.database,
      bus,
      provider,
      columns: createSealer(worker.columnKeys),
      logger: createLogger('test', 'silent'),
      clock,
    });
  }

  const reports = (id: string, ...statuses: string[]): StatusReport[] =>
    statuses.flatMap((status) =>
      reportsOf(
        JSON.parse(
          statusEnvelope('1', {
            wamid: `wamid.${id}`,
            status,
            to: '+6281234567890',
            reference: `${id}:1`,
            ...(status === 'failed' && { errorCode: 131026 }),
          }),
        ),
      ),
    );

  test('when an event comes twice at once and another has its dedupe key, then one of them may send, and the rest of the wave too', async () => {
    const twice = worker.job({ dedupeKey: 'ann:1:2' });
    const others = [1, 2, 3].map(() => worker.job());
    const begun = await Promise.all(
      [twice, twice, worker.job({ dedupeKey: 'ann:1:2' }), ...others].map((job) =>
        worker.service.intake(job, LEASES),
      ),
    );
    expect(begun.flatMap((one) => (one ? [one.row.id] : []))).toEqual([
      twice.id,
      ...others.map(({ id }) => id),
    ]);
    expect(await worker.knex('notifications')).toHaveLength(4);
    expect(await worker.row(twice.id)).toMatchObject({
      attempt: 1,
      attempt_state: 'sending',
      lease_owner: expect.stringContaining('worker-of-the-test'),
    });
    expect(await worker.service.intake(twice, LEASES)).toBeNull();
  });

  test('when one of a wave cannot be written, then the others are', async () => {
    const good = [worker.job(), worker.job()];
    const wrong = worker.job({ dedupeKey: 'nul:\u0000' });
    const [first, bad, last] = await Promise.allSettled(
      [good[0], wrong, good[1]].map((job) => worker.service.intake(job ?? wrong, LEASES)),
    );
    expect([first?.status, bad?.status, last?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await worker.knex('notifications')).toHaveLength(2);
    expect(await worker.knex('processed_events')).toHaveLength(2);
  });

  test.each([
    ['all', 'normal', false],
    ['template:password_changed', 'bulk', false],
    ['bulk', 'bulk', false],
    ['bulk', 'normal', true],
  ] as const)(
    'when %s is stopped, then a new %s message may leave at once: %s',
    async (scope, priority, free) => {
      await worker
        .knex('send_stops')
        .insert({ scope, until: worker.knex.raw(`now() + interval '1 minute'`) });
      const job = worker.job({ priority });
      expect((await worker.service.intake(job, LEASES)) !== null).toBe(free);
      await worker.service.deliver(job.id);
      expect(sends).toEqual([]);
      expect(await worker.row(job.id)).toMatchObject({ attempt_state: free ? 'sending' : 'none' });
    },
  );

  test('when a code is dead as it comes in, then it may not leave', async () => {
    const job = worker.job({
      kind: 'reset_code',
      priority: 'code',
      params: { code: '482913' },
      expiresAt: new Date(Date.now() - 1000).toISOString(),
    });
    expect(await worker.service.intake(job, LEASES)).toBeNull();
    await worker.service.deliver(job.id);
    expect(await worker.row(job.id)).toMatchObject({ status: 'failed', reason: 'expired' });
  });

  test('when the process stood still between its lease and its send, then it sends nothing and gives the message back', async () => {
    let now = 0;
    const delivery = deliveryAt(() => {
      now += LEASE_AND_MORE_MS;
      return now;
    });
    const id = await worker.ask();
    await delivery.deliver(id);
    const begun = await worker.service.intake(worker.job(), delivery.leases);
    if (!begun) throw new Error('The message was not begun');
    await delivery.send(begun, now);
    expect(sends).toEqual([]);
    for (const one of [id, begun.row.id]) {
      expect(await worker.row(one)).toMatchObject({ status: 'retry', attempt_state: 'none', unknowns: 0 });
      expect(added.map(({ jobId }) => jobId)).toContain(`n-${one}-1`);
      await worker.service.deliver(one);
    }
    expect(sends).toHaveLength(2);
  });

  test('when the lease went to another meanwhile, then the one that stood still changes nothing', async () => {
    let now = 0;
    const delivery = deliveryAt(() => now);
    const begun = await worker.service.intake(worker.job(), delivery.leases);
    if (!begun) throw new Error('The message was not begun');
    const { id } = begun.row;
    await worker.pass(id);
    await worker.service.deliver(id);
    const present = await worker.row(id);
    expect(present).toMatchObject({ attempt: 2, attempt_state: 'unknown', unknowns: 1 });
    now += LEASE_AND_MORE_MS;
    await delivery.send(begun, 0);
    expect(await worker.row(id)).toEqual(present);
    expect(sends).toEqual([]);
  });

  test('when reports about several messages come together, then each moves its own, and unknown ones are kept', async () => {
    const [arrived, failed, accepted] = [await worker.ask(), await worker.ask(), await worker.ask()];
    for (const id of [arrived, failed, accepted]) await worker.service.deliver(id);
    await worker
      .knex('notifications')
      .update({ wamid: worker.knex.raw(`'wamid.' || id`), attempt_state: 'none' });
    const unknown = { wamid: 'wamid.nobody', reference: null, errorCode: null, at: new Date() };
    await Promise.all([
      worker.service.webhooks.receive([
        ...reports(arrived, 'read', 'sent', 'failed', 'delivered'),
        ...reports(failed, 'sent', 'failed'),
      ]),
      worker.service.webhooks.receive([
        { ...unknown, status: 'sent' },
        ...reports(accepted, 'sent'),
        { ...unknown, status: 'sent' },
      ]),
      worker.service.webhooks.receive(reports(arrived, 'delivered')),
    ]);
    expect(await worker.row(arrived)).toMatchObject({
      status: 'delivered',
      error_code: null,
      read_at: expect.any(Date),
    });
    expect(await worker.row(failed)).toMatchObject({
      status: 'failed',
      reason: 'reported',
      error_code: 131026,
    });
    expect(await worker.row(accepted)).toMatchObject({ status: 'sent' });
    expect(await worker.knex('early_webhooks').select('wamid', 'status')).toEqual([
      { wamid: 'wamid.nobody', status: 'sent' },
    ]);
  });
});
