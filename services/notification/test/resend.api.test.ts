import { sealAudit } from '@gerbang/service-kit/audit/audit-chain';
import { uuidv7 } from 'uuidv7';
import { statusEnvelope } from '@gerbang/simulator/webhooks';
import { reportsOf } from '../src/webhooks/webhook.ts';
import { type Caller, type startWorker, useWorker } from './harness.ts';

describe('sending a message again', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let cs: Caller;
  let admin: Caller;
  const { bus, added, sends, script } = useWorker(async (started) => {
    worker = started;
    cs = await worker.account('cs', 'Dewi');
    admin = await worker.account('admin', 'Kepala TU');
  });

  const resend = (id: string, who = cs, headers: Record<string, string> = {}) =>
    worker.call('W04', who, { id, headers });
  const trail = (id: string) =>
    worker.knex('audit_events').where({ subject_id: id, action: 'message.resent' }).orderBy(['at', 'id']);
  /** A message that the provider has refused. */
  async function failed(code = 131026, request: Parameters<typeof worker.ask>[0] = {}): Promise<string> {
    const id = await worker.ask(request);
    script.push({ is: 'refused', code, httpStatus: 400 });
    await worker.service.deliver(id);
    expect(await worker.row(id)).toMatchObject({ status: 'failed', error_code: code });
    added.length = 0;
    return id;
  }
  const report = (id: string, status: string, attempt: number, errorCode?: number) =>
    worker.service.webhooks.receive(
      reportsOf(
        JSON.parse(
          statusEnvelope('1', {
            wamid: `wamid.${id}.${attempt}`,
            status,
            to: '+6281234567890',
            reference: `${id}:${attempt}`,
            ...(errorCode !== undefined && { errorCode }),
          }),
        ),
      ),
    );

  test('when a failed message is sent again, then it goes out once as a new attempt, and the trail says who did it', async () => {
    const id = await failed();
    const answer = await resend(id);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id, status: 'pending', version: 3, reason: null, error_code: null, resend_refusal: 'on_its_way' },
    ]);
    expect(added).toMatchObject([{ queue: 'notification', jobId: `n-${id}-2`, job: { sealed: '' } }]);
    await Promise.all([1, 2, 3].map(() => worker.service.deliver(id)));
    expect(sends.map(({ reference }) => reference)).toEqual([`${id}:1`, `${id}:3`]);
    expect(await worker.row(id)).toMatchObject({ status: 'sent', tries: 0, failed_at: null });
    expect(await trail(id)).toMatchObject([
      { actor_name: 'Dewi', details: { kind: 'password_changed', reason: 'refused', error_code: 131026 } },
    ]);
    expect((await worker.call('W03', admin, { id })).json().resends).toEqual([
      { by: { name: 'Dewi', role: 'cs' }, at: expect.any(String) },
    ]);
  });

  test('when many send it again at once, then one does, the others get 409, and it goes out once', async () => {
    const id = await failed();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_unused, at) => resend(id, at % 2 ? cs : admin)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 11 }, () => 409),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 409).map((one) => one.json().code)).toEqual(
      Array.from({ length: 11 }, () => 'on_its_way'),
    );
    await Promise.all(Array.from({ length: 8 }, () => worker.service.deliver(id)));
    expect(sends).toHaveLength(2);
    expect(await trail(id)).toHaveLength(1);
  });

  test('when another user was faster, then 409 stale says who and when, and how the message stands now', async () => {
    const id = await failed();
    const seen = { 'if-match': `"${(await worker.row(id)).version}"` };
    expect((await resend(id, admin, seen)).statusCode).toBe(200);
    const late = await resend(id, cs, seen);
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      {
        code: 'stale',
        stale: {
          changed_by: { name: 'Kepala TU', role: 'admin' },
          changed_at: expect.any(String),
          present: { id, status: 'pending', recipient: { phone: '0812-••••-•890' } },
        },
      },
    ]);
    expect(late.body).not.toContain('81234567890');
  });

  test('when a worker has it in hand although a report has failed it, then 409, and later it can be sent again', async () => {
    const id = await worker.ask();
    let answered: Awaited<ReturnType<typeof resend>> | undefined;
    script.push(async () => {
      await report(id, 'failed', 1, 131026);
      expect(await worker.row(id)).toMatchObject({ status: 'failed' });
      answered = await resend(id);
      return { is: 'refused', code: 131026, httpStatus: 400 };
    });
    await worker.service.deliver(id);
    expect([answered?.statusCode, answered?.json().code]).toEqual([409, 'on_its_way']);
    expect(sends).toHaveLength(1);
    await worker.knex('notifications').where({ id }).update({ lease_until: '-infinity' });
    expect((await resend(id)).statusCode).toBe(200);
  });

  test.each([
    ['pending', 'on_its_way', {}],
    ['retry', 'on_its_way', {}],
    ['sent', 'accepted', {}],
    ['delivered', 'arrived', {}],
    ['failed', 'expired', { expires_at: '2026-01-01T00:00:00Z' }],
    ['failed', 'text_gone', { params_sealed: null }],
    ['failed', 'code', { priority: 'code' }],
  ])(
    'when a message is %s and the case is %s, then it is 409 and nothing changes',
    async (status, code, more) => {
      const id = await worker.ask();
      await worker
        .knex('notifications')
        .where({ id })
        .update({ status, ...more });
      const before = await worker.row(id);
      const answer = await resend(id);
      expect([answer.statusCode, answer.json().code]).toEqual([409, code]);
      expect(await worker.row(id)).toEqual(before);
      expect(await trail(id)).toEqual([]);
      expect(added).toEqual([]);
    },
  );

  test('when the answer was lost and the call is repeated with its key, then the answer is the first one and nothing is doubled', async () => {
    const [id, other] = [await failed(), await failed()];
    const key = { 'idempotency-key': `resend-${uuidv7()}` };
    const first = await resend(id, cs, key);
    await worker.service.deliver(id);
    const again = await resend(id, cs, key);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect((await resend(other, cs, key)).statusCode).toBe(422);
    expect(await trail(id)).toHaveLength(1);
    expect(added).toHaveLength(1);
    const { rows } = await worker.knex.raw('select sealed from idempotency_keys');
    expect(JSON.stringify(rows)).not.toContain('password_changed');
  });

  test('when reports of the sending before come again after the resend, then they change nothing; that it arrived counts', async () => {
    const id = await worker.ask();
    await worker.service.deliver(id);
    await report(id, 'sent', 1);
    await report(id, 'failed', 1, 131026);
    await resend(id);
    await report(id, 'sent', 1);
    await report(id, 'failed', 1, 131026);
    expect(await worker.row(id)).toMatchObject({ status: 'pending', error_code: null });
    await worker.service.deliver(id);
    await report(id, 'failed', 1, 131026);
    expect(await worker.row(id)).toMatchObject({ status: 'sent' });
    await report(id, 'failed', 3, 131049);
    expect(await worker.row(id)).toMatchObject({ status: 'failed', error_code: 131049 });
    await resend(id);
    await report(id, 'delivered', 1);
    expect(await worker.row(id)).toMatchObject({ status: 'delivered' });
    await worker.service.deliver(id);
    expect(sends).toHaveLength(2);
  });

  test('when the outcome was unknown and its acceptance arrives after the resend, then it is not sent a second time', async () => {
    const id = await worker.ask();
    for (let times = 0; times < 2; times += 1) {
      script.push({ is: 'unknown' });
      await worker.service.deliver(id);
      await worker.pass(id);
    }
    await worker.service.deliver(id);
    expect(await worker.row(id)).toMatchObject({ status: 'failed', reason: 'unknown' });
    await resend(id);
    await report(id, 'sent', 1);
    await worker.service.deliver(id);
    expect(await worker.row(id)).toMatchObject({ status: 'sent' });
    expect(sends).toHaveLength(2);
  });

  test('when an old message is sent again and the provider is busy, then it is tried as long as a new one', async () => {
    const id = await failed();
    await worker
      .knex('notifications')
      .where({ id })
      .update({ created_at: new Date(Date.now() - 5 * 24 * 3600_000) });
    await resend(id);
    script.push({ is: 'refused', code: 131016, httpStatus: 500 });
    await worker.service.deliver(id);
    expect(await worker.row(id)).toMatchObject({ status: 'retry', tries: 1 });
  });

  test('when the queue is away, then the resend counts, and the sweeper rings', async () => {
    const id = await failed();
    const away = jest.spyOn(bus, 'add').mockRejectedValueOnce(new Error('away'));
    expect((await resend(id)).statusCode).toBe(200);
    away.mockRestore();
    expect(added).toEqual([]);
    await worker.service.sweeper.sweep();
    expect(added).toMatchObject([{ jobId: `n-${id}-2` }]);
  });

  test('when the rows of the trail are sealed, then the chain takes the resends in', async () => {
    await resend(await failed());
    expect(await sealAudit(worker.database, Buffer.alloc(32))).toBeGreaterThan(0);
  });
});
