import { createLogger } from '@gerbang/service-kit/program/logger';
import { statusEnvelope } from '@gerbang/simulator/webhooks';
import { alone } from '@gerbang/service-kit/testing/alone';
import { nextSendJob } from '../src/delivery/due-messages.repository.ts';
import { reportsOf } from '../src/webhooks/webhook.ts';
import { type startWorker, useWorker } from './harness.ts';

const code = { kind: 'reset_code', priority: 'code', params: { code: '482913' } } as const;
const soon = () => new Date(Date.now() + 600_000).toISOString();

describe('delivery by lease', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;

  const { added, sends, script } = useWorker((started) => void (worker = started));

  const report = (
    id: string,
    status: string,
    options: { attempt?: number; wamid?: string; errorCode?: number } = {},
  ) =>
    worker.service.webhooks.receive(
      reportsOf(
        JSON.parse(
          statusEnvelope('1', {
            wamid: options.wamid ?? `wamid.${id}`,
            status,
            to: '+6281234567890',
            reference: `${id}:${options.attempt ?? 1}`,
            ...(options.errorCode !== undefined && { errorCode: options.errorCode }),
          }),
        ),
      ),
    );

  test('when an event comes twice and another has its dedupe key, then there is one row and one send', async () => {
    const job = worker.job({ dedupeKey: 'ann:1:2' });
    await worker.service.intake(job);
    await worker.service.intake(job);
    await worker.service.intake(worker.job({ dedupeKey: 'ann:1:2' }));
    await Promise.all([1, 2, 3, 4].map(() => worker.service.deliver(job.id)));
    expect(await worker.knex('notifications').count()).toEqual(
      [{ count: 1 }].map((row) => ({ count: String(row.count) })),
    );
    expect(sends).toHaveLength(1);
  });

  test('when a message has no recipient, then it is dropped without a row', async () => {
    await worker.ask({ ...code, to: null });
    expect(await worker.knex('notifications')).toEqual([]);
  });

  test('when a message lacks a parameter, then its row is failed and an alarm is raised', async () => {
    const id = await worker.ask({ ...code, params: {} });
    await worker.service.deliver(id);
    expect(await worker.row(id)).toMatchObject({ status: 'failed', reason: 'params' });
    expect(sends).toEqual([]);
    expect(worker.logs.join('')).toContain('"alarm"');
  });

  test('when a name is empty or has line tricks, then the template still gets one plain line', async () => {
    const empty = await worker.ask({ params: { name: '' } });
    const tricks = await worker.ask({ params: { name: 'Siti\n\nKode: 1' } });
    await worker.service.deliver(empty);
    await worker.service.deliver(tricks);
    expect(sends.map(({ values }) => values)).toEqual([
      ['Bapak/Ibu', 'https://portal.example/forgot-password'],
      ['Siti Kode: 1', 'https://portal.example/forgot-password'],
    ]);
  });

  test('when the answer is lost and the webhook comes, then the message is sent with one send', async () => {
    const id = await worker.ask();
    script.push({ is: 'unknown' });
    await worker.service.deliver(id);
    expect(await worker.row(id)).toMatchObject({ status: 'retry', attempt_state: 'unknown', unknowns: 1 });
    await report(id, 'sent');
    await worker.pass(id);
    await worker.service.deliver(id);
    expect(await worker.row(id)).toMatchObject({ status: 'sent', wamid: `wamid.${id}` });
    expect(sends).toHaveLength(1);
  });

  test('when the answer is lost and no webhook comes, then it waits 10 minutes and is sent exactly twice', async () => {
    const id = await worker.ask();
    script.push({ is: 'unknown' }, { is: 'unknown' });
    await worker.service.deliver(id);
    const { rows } = await worker.knex.raw(
      'select extract(epoch from next_attempt_at - now())::int as seconds from notifications where id = ?',
      [id],
    );
    expect(rows[0].seconds).toBeGreaterThan(500);
    await worker.service.deliver(id);
    expect(sends).toHaveLength(1);
    for (let round = 0; round < 3; round += 1) {
      await worker.pass(id);
      await worker.service.deliver(id);
    }
    expect(sends).toHaveLength(2);
    expect(await worker.row(id)).toMatchObject({ status: 'failed', reason: 'unknown' });
    await report(id, 'delivered', { attempt: 2 });
    expect((await worker.row(id)).status).toBe('delivered');
  });

  test('when the answer to a code is lost, then the same code is sent again at once, within its life', async () => {
    const id = await worker.ask({ ...code, expiresAt: soon() });
    script.push({ is: 'unknown' });
    await worker.service.deliver(id);
    await worker.pass(id);
    await worker.service.deliver(id);
    expect(sends.map(({ values }) => values)).toEqual([['482913'], ['482913']]);
    expect(await worker.row(id)).toMatchObject({ status: 'sent', params_sealed: null });
  });

  test('when a worker dies in the middle of a send, then the outcome is unknown and nothing is sent before 10 minutes', async () => {
    const id = await worker.ask();
    await worker
      .knex('notifications')
      .where({ id })
      .update({ attempt: 1, attempt_state: 'sending', lease_owner: 'dead' });
    await worker.service.deliver(id);
    expect(sends).toEqual([]);
    expect(await worker.row(id)).toMatchObject({ status: 'retry', attempt_state: 'unknown', unknowns: 1 });
    await worker.pass(id);
    await worker.service.deliver(id);
    expect((await worker.row(id)).status).toBe('sent');
    expect(sends).toHaveLength(1);
  });

  test('when a worker wakes up after its lease went to another, then it sends nothing', async () => {
    const id = await worker.ask();
    let stolen: Promise<void> = Promise.resolve();
    script.push(async () => {
      // The lease is over while the request is out: the second worker must see an unknown outcome, not a free row.
      await worker.knex('notifications').where({ id }).update({ lease_until: '-infinity' });
      stolen = worker.service.deliver(id);
      await stolen;
      return { is: 'accepted', wamid: 'wamid.first' };
    });
    await worker.service.deliver(id);
    expect(sends).toHaveLength(1);
    expect(await worker.row(id)).toMatchObject({ status: 'sent', wamid: 'wamid.first' });
  });

  test.each([
    [['sent', 'delivered', 'read']],
    [['read', 'delivered', 'sent']],
    [['delivered', 'sent', 'delivered', 'read', 'read', 'sent']],
    [['sent', 'sent', 'failed', 'delivered']],
    [['delivered', 'failed']],
  ])('when webhooks come as %j, then the message ends delivered', async (order) => {
    const id = await worker.ask();
    await worker.service.deliver(id);
    for (const status of order) await report(id, status);
    expect((await worker.row(id)).status).toBe('delivered');
  });

  test('when webhooks overtake our own commit, then the final status is delivered', async () => {
    const id = await worker.ask();
    script.push(async () => {
      await report(id, 'sent', { wamid: 'wamid.fast' });
      await report(id, 'delivered', { wamid: 'wamid.fast' });
      return { is: 'accepted', wamid: 'wamid.fast' };
    });
    await worker.service.deliver(id);
    expect(await worker.row(id)).toMatchObject({ status: 'delivered', wamid: 'wamid.fast' });
  });

  test('when a webhook without reference comes before its wamid is known, then it is kept and applied later', async () => {
    const early = {
      wamid: 'wamid.early',
      status: 'delivered',
      reference: null,
      errorCode: null,
      at: new Date(),
    } as const;
    await worker.service.webhooks.receive([early, early]);
    expect(await worker.knex('early_webhooks')).toHaveLength(1);
    const id = await worker.ask();
    script.push({ is: 'accepted', wamid: 'wamid.early' });
    await worker.service.deliver(id);
    await worker.service.sweeper.sweep();
    expect((await worker.row(id)).status).toBe('delivered');
    expect(await worker.knex('early_webhooks')).toEqual([]);
  });

  test('when a webhook stays unknown for a day, then it is forgotten', async () => {
    await worker.service.webhooks.receive([
      { wamid: 'wamid.nobody', status: 'sent', reference: null, errorCode: null, at: new Date() },
    ]);
    await worker
      .knex('early_webhooks')
      .update({ received_at: worker.knex.raw(`now() - interval '25 hours'`) });
    await worker.service.sweeper.sweep();
    expect(await worker.knex('early_webhooks')).toEqual([]);
  });

  test('when a webhook says failed, then a sent message is failed, with the code', async () => {
    const id = await worker.ask();
    await worker.service.deliver(id);
    await report(id, 'failed', { errorCode: 131026 });
    expect(await worker.row(id)).toMatchObject({ status: 'failed', error_code: 131026 });
  });

  test('when a code is older than its life, then it is never sent and is erased', async () => {
    const past = await worker.ask({ ...code, expiresAt: new Date(Date.now() - 60_000).toISOString() });
    const waiting = await worker.ask({ ...code, expiresAt: soon() });
    // The worker is down for 11 minutes.
    await worker
      .knex('notifications')
      .where({ id: waiting })
      .update({ expires_at: worker.knex.raw(`now() - interval '1 minute'`) });
    await worker.service.deliver(past);
    await worker.service.sweeper.sweep();
    await worker.service.deliver(waiting);
    expect(sends).toEqual([]);
    for (const id of [past, waiting]) {
      expect(await worker.row(id)).toMatchObject({
        status: 'failed',
        reason: 'expired',
        params_sealed: null,
      });
    }
  });

  test('when a code dies between its lease and its send, then it is not sent', async () => {
    const id = await worker.ask({ ...code, expiresAt: soon() });
    script.push({ is: 'refused', code: 131000, httpStatus: 500 });
    await worker.service.deliver(id);
    const over = worker.knex.raw(`now() - interval '1 second'`);
    await worker.knex('notifications').where({ id }).update({ expires_at: over });
    await worker.pass(id);
    await worker.service.deliver(id);
    expect(sends).toHaveLength(1);
    expect((await worker.row(id)).reason).toBe('expired');
  });

  test('A24 N10 when a code is sent, fails or expires, then it stands in no column and in no log', async () => {
    const sent = await worker.ask({ ...code, expiresAt: soon() });
    const failing = await worker.ask({ ...code, expiresAt: soon() });
    await worker.service.deliver(sent);
    script.push({ is: 'refused', code: 131026, httpStatus: 400 });
    await worker.service.deliver(failing);
    const dump = JSON.stringify([
      await worker.knex('notifications'),
      await worker.knex('processed_events'),
      added,
    ]);
    expect(dump).not.toMatch(alone('482913'));
    expect(dump).not.toContain('81234567890');
    for (const words of [alone('482913'), /81234567890/u]) expect(worker.logs.join('')).not.toMatch(words);
    expect((await worker.row(sent)).message).toContain('••••••');
    expect(await worker.knex('notifications').whereNotNull('params_sealed')).toEqual([]);
  });

  test('when a name is in a message, then it is in no log', async () => {
    const id = await worker.ask({ params: { name: 'Canary Kenari' } });
    script.push({ is: 'refused', code: 999_998, httpStatus: 400 });
    await worker.service.deliver(id);
    expect(worker.logs.join('')).not.toContain('Canary');
  });

  test('when a sealed value is moved to another row, then it does not open', async () => {
    const first = await worker.ask({ ...code, expiresAt: soon() });
    const second = await worker.ask({ ...code, expiresAt: soon() });
    const { params_sealed } = await worker.row(first);
    await worker.knex('notifications').where({ id: second }).update({ params_sealed });
    await expect(worker.service.deliver(second)).rejects.toThrow(/unable to authenticate/u);
    expect(sends).toEqual([]);
  });

  test('when the queue has lost everything, then the sweeper rings for due rows alone, codes first', async () => {
    const bulk = await worker.ask({ priority: 'bulk' });
    const urgent = await worker.ask({ ...code, expiresAt: soon() });
    const later = await worker.ask();
    const done = await worker.ask();
    await worker.service.deliver(done);
    await worker
      .knex('notifications')
      .where({ id: later })
      .update({ next_attempt_at: worker.knex.raw(`now() + interval '1 hour'`) });
    await worker.service.sweeper.sweep();
    expect(added.map(({ queue, jobId }) => [queue, jobId])).toEqual([
      ['notification-codes', `n-${urgent}-0`],
      ['notification', `n-${bulk}-0`],
    ]);
    added.length = 0;
    await worker
      .knex('notifications')
      .where({ id: bulk })
      .update({
        next_attempt_at: worker.knex.raw(`now() - interval '6 minutes'`),
        renumbered_at: worker.knex.raw(`now() - interval '6 minutes'`),
      });
    await worker.service.sweeper.sweep();
    expect(added.map(({ jobId }) => jobId)).toContain(`n-${bulk}-1`);
  });

  test('when a job comes before its time, then the message is rung for again under a new number', async () => {
    const id = await worker.ask();
    await worker
      .knex('notifications')
      .where({ id })
      .update({ next_attempt_at: worker.knex.raw(`now() + interval '10 minutes'`) });
    await worker.service.deliver(id);
    expect(sends).toEqual([]);
    expect(added[0]?.jobId).toBe(`n-${id}-1`);
    expect(added[0]?.delayMs).toBeGreaterThan(500_000);
  });

  test('F1 G20 when a killed worker held the lease and the queue gives its job back, then it is rung for again when the lease is over', async () => {
    const id = await worker.ask();
    const lease = `now() + interval '50 seconds'`;
    await worker
      .knex('notifications')
      .where({ id })
      .update({ attempt: 1, lease_until: worker.knex.raw(lease), lease_owner: 'dead' });
    await worker.service.deliver(id);
    await worker.service.deliver(id);
    expect(sends).toEqual([]);
    const { lease_until } = await worker.row(id);
    const job = { jobId: `n-${id}-1-${lease_until.getTime()}` };
    expect(added).toEqual([expect.objectContaining(job), expect.objectContaining(job)]);
    expect(added[0]?.delayMs).toBeGreaterThan(0);
    await worker.pass(id);
    await worker.service.deliver(id);
    expect(sends).toHaveLength(1);
  });

  test('when a message falls due between two checks, then its used job is followed at once by one with a new number', async () => {
    const id = await worker.ask();
    expect(await nextSendJob(worker.knex, id)).toEqual({
      job: { id, attempt: 1, priority: 'normal' },
      waitMs: 0,
    });
  });

  test('when a message is done, then no job is added for it', async () => {
    const id = await worker.ask();
    await worker.service.deliver(id);
    await worker.service.deliver(id);
    expect(added).toEqual([]);
    expect(sends).toHaveLength(1);
  });

  test('when the logger is given a message by mistake, then its fields are redacted', () => {
    const lines: string[] = [];
    createLogger('x', 'info', { write: (line) => void lines.push(line) }).info({
      to: '+6281234567890',
      params: { code: '482913' },
    });
    expect(lines.join('')).not.toMatch(/1234567890/u);
    expect(lines.join('')).not.toMatch(alone('482913'));
  });
});
