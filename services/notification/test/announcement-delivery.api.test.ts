import { uuidv7 } from 'uuidv7';
import { type Caller, scriptedProvider, silentBus, startWorker } from './harness.ts';

describe('the delivery of an announcement', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let head: Caller;
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
    head = await worker.account('manager_pendidikan', 'Hendra');
  });
  afterAll(() => worker.stop());
  beforeEach(() => worker.knex('notifications').delete());

  /** A message of an announcement in this state; returns it with its registration. */
  async function made(announcement: string, values: object = {}) {
    const registration = uuidv7();
    const id = await worker.ask({});
    await worker
      .knex('notifications')
      .where({ id })
      .update({
        kind: 'result_published',
        dedupe_key: `ann:${announcement}:${registration}`,
        ...values,
      });
    return { id, registration };
  }
  const FAILED = { status: 'failed', reason: 'refused', error_code: 131026, failed_at: new Date() };
  const read = (id: string, who: Caller = head) => worker.call('N12', who, { id });
  const resend = (id: string, message_id: string, who: Caller = head) =>
    worker.call('N13', who, {
      id,
      body: { message_id },
      headers: { 'idempotency-key': `kunci-${message_id}` },
    });

  test('when an announcement has messages in every state, then each counts once, and of the failed number only its ends are shown', async () => {
    const [mine, other] = [uuidv7(), uuidv7()];
    await made(mine);
    await made(mine, { status: 'retry' });
    await made(mine, { status: 'sent' });
    await made(mine, { status: 'delivered' });
    await made(mine, { status: 'delivered', read_at: new Date() });
    const failed = await made(mine, FAILED);
    await made(other, FAILED);
    await worker.ask({});
    const answer = await read(mine);
    expect(answer.json()).toEqual({
      total: 6,
      waiting: 2,
      sent: 1,
      delivered: 1,
      read: 1,
      failed: 1,
      failures: [
        {
          id: failed.id,
          registration_id: failed.registration,
          channel: 'whatsapp',
          phone: '0812-••••-•890',
          reason: 'refused',
          error_code: 131026,
          resend_refusal: null,
          failed_at: expect.any(String),
        },
      ],
    });
    expect(answer.body).not.toMatch(/81234567890/u);
    expect((await read(uuidv7())).json()).toMatchObject({ total: 0, failures: [] });
  });

  test('when a failed message is sent again, then it is on its way, the trail says who did it, and of parallel ones one is accepted', async () => {
    const announcement = uuidv7();
    const { id } = await made(announcement, FAILED);
    const keyed = (at: number) =>
      worker.call('N13', head, {
        id: announcement,
        body: { message_id: id },
        headers: { 'idempotency-key': `kunci-panjang-${at}` },
      });
    const answers = await Promise.all([1, 2, 3].map(keyed));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await read(announcement)).json()).toMatchObject({
      total: 1,
      waiting: 1,
      failed: 0,
      failures: [],
    });
    const trail = await worker.knex('audit_events').where({ subject_id: id, action: 'message.resent' });
    expect(trail).toMatchObject([{ actor_id: head.id, actor_role: 'manager_pendidikan' }]);
  });

  test('when the message is of another announcement or of none, then 404 and nothing changes', async () => {
    const { id } = await made(uuidv7(), FAILED);
    const alone = await worker.ask({});
    await worker.knex('notifications').where({ id: alone }).update(FAILED);
    for (const message of [id, alone, uuidv7()])
      expect((await resend(uuidv7(), message)).statusCode).toBe(404);
    expect(await worker.knex('notifications').where({ status: 'failed' })).toHaveLength(2);
  });
});
