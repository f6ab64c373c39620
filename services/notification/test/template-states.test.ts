import { MESSAGE_KINDS } from '@gerbang/contracts/message-kinds';
import type { MessageTemplateState } from '@gerbang/contracts/messages';
import * as say from '@gerbang/simulator/template-webhooks';
import { signWebhook } from '@gerbang/simulator/webhooks';
import type { StoredTemplate } from '@gerbang/simulator/templates';
import { createTemplateNames } from '../src/message-templates/template-names.ts';
import { APP_SECRET, scriptedProvider, silentBus, startWorker } from './harness.ts';

const ACCOUNT = '200000000000002';
const FEE: StoredTemplate = {
  id: '900000000000007',
  name: 'biaya_terverifikasi',
  language: 'id',
  category: 'UTILITY',
  status: 'APPROVED',
  reason: 'NONE',
  quality: 'UNKNOWN',
  components: [],
  edits: [],
};
const PARAMS = { child: 'Aisyah', number: 'PSB-2026-SD-00001', link: 'https://portal.example/registrations' };

describe('the state of templates', () => {
  const { provider, sends } = scriptedProvider();
  const { bus, added } = silentBus();
  let worker: Awaited<ReturnType<typeof startWorker>>;
  beforeAll(async () => {
    worker = await startWorker({ bus, provider });
  });
  afterAll(() => worker.stop());
  beforeEach(async () => {
    await worker.knex.raw('truncate notifications, send_stops, message_templates, account_warnings');
    sends.length = 0;
    added.length = 0;
    worker.logs.length = 0;
  });

  const post = (payload: string, signature = signWebhook(payload, APP_SECRET)) =>
    worker.service.app.inject({
      method: 'POST',
      url: '/webhooks/whatsapp',
      payload,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    });
  const status = (state: StoredTemplate['status'], more: Partial<StoredTemplate> = {}) =>
    say.statusUpdate(ACCOUNT, { ...FEE, status: state, ...more });
  /** The same webhook as if it came from so many seconds ago. */
  const earlier = (body: string, seconds: number) => {
    const told = JSON.parse(body) as { entry: { time: number }[] };
    for (const entry of told.entry) entry.time -= seconds;
    return JSON.stringify(told);
  };
  const ask = () => worker.ask({ kind: 'fee_verified', params: PARAMS });
  const alarms = () => worker.logs.filter((line) => line.includes('"alarm"'));
  const told = async (kind = 'fee_verified') => {
    const all = (await worker.call('M10', await worker.account('it'))).json() as MessageTemplateState[];
    return all.find((one) => one.kind === kind);
  };

  test.each(['PAUSED', 'REJECTED', 'DISABLED'] as const)(
    'when a template is %s, then its messages wait without a try, and go on when it is approved again',
    async (state) => {
      const before = await ask();
      expect((await post(status(state, { reason: 'SCAM' }))).statusCode).toBe(200);
      const after = await ask();
      for (const id of [before, after]) await worker.service.deliver(id);
      expect(sends).toEqual([]);
      expect(await told()).toMatchObject({ status: state, reason: 'SCAM', held: true, waiting: 2 });
      expect(alarms()).toHaveLength(1);

      await post(status('APPROVED'));
      await worker.service.sweeper.sweep();
      const rung = added.slice(-2).map(({ job }) => job.id);
      expect(new Set(rung)).toEqual(new Set([before, after]));
      for (const id of [before, after]) await worker.service.deliver(id);
      expect(await worker.knex('notifications').pluck('status')).toEqual(['sent', 'sent']);
      expect(sends).toHaveLength(2);
      expect(await told()).toMatchObject({ status: 'APPROVED', reason: null, held: false, waiting: 0 });
    },
  );

  test('when a message may only be sent until a time, then it waits until then and fails after it', async () => {
    await post(status('PAUSED'));
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const id = await worker.ask({ kind: 'fee_verified', params: PARAMS, expiresAt });
    await worker.service.deliver(id);
    await worker.service.sweeper.sweep();
    expect((await worker.row(id)).status).toBe('pending');
    const past = worker.knex.raw(`now() - interval '1 second'`);
    await worker.knex('notifications').where({ id }).update({ expires_at: past });
    await worker.service.sweeper.sweep();
    expect(await worker.row(id)).toMatchObject({ status: 'failed', reason: 'expired' });
    expect(sends).toEqual([]);
  });

  test('when a webhook comes twice or late, then it changes nothing and rings once', async () => {
    const paused = status('PAUSED');
    await Promise.all(Array.from({ length: 10 }, () => post(paused)));
    await post(earlier(status('APPROVED'), 60));
    expect(await told()).toMatchObject({ status: 'PAUSED', held: true });
    expect(alarms()).toHaveLength(1);
    expect(await worker.knex('message_templates')).toHaveLength(1);
  });

  test('when a webhook is not signed, then it is refused and nothing is kept', async () => {
    expect((await post(status('DISABLED'), 'sha256=00')).statusCode).toBe(401);
    expect(await worker.knex('message_templates')).toEqual([]);
  });

  test('when other templates of the account change, then nothing is kept of them', async () => {
    expect((await post(status('REJECTED', { name: 'promo_juli' }))).statusCode).toBe(200);
    expect(await worker.knex('message_templates')).toEqual([]);
    expect(await worker.knex('send_stops')).toEqual([]);
  });

  test('when Meta makes a template marketing or its quality falls, then the board shows it and it rings', async () => {
    await post(status('APPROVED'));
    await post(say.categoryUpdate(ACCOUNT, { ...FEE, category: 'MARKETING' }, 'UTILITY'));
    await post(say.qualityUpdate(ACCOUNT, { ...FEE, quality: 'RED' }, 'GREEN'));
    expect(await told()).toMatchObject({
      status: 'APPROVED',
      category: 'MARKETING',
      quality: 'RED',
      held: false,
    });
    expect(alarms()).toHaveLength(2);
    expect(await told('result_published')).toMatchObject({ status: null, told_at: null });
  });

  test('when Meta warns of the account, then it is kept and rings once, until the account is reinstated', async () => {
    const warning = say.accountUpdate(ACCOUNT, 'DISABLED_UPDATE', {
      ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE', waba_ban_date: 'December 1, 2026' },
      phone_number: '6281234567890',
    });
    await post(warning);
    await post(warning);
    expect(await worker.knex('account_warnings')).toMatchObject([
      { event: 'DISABLED_UPDATE', detail: 'SCHEDULE_FOR_DISABLE' },
    ]);
    expect(alarms()).toHaveLength(1);
    expect(alarms()[0]).not.toContain('81234567890');
    await post(say.accountUpdate(ACCOUNT, 'DISABLED_UPDATE', { ban_info: { waba_ban_state: 'REINSTATE' } }));
    expect(await worker.knex('account_warnings')).toEqual([]);
  });

  test('when a new version is approved, then messages are sent by its name, and by the old one until then', async () => {
    let now = 0;
    const nameOf = createTemplateNames(worker.database, worker.context.log, () => now);
    expect(await nameOf('fee_verified')).toBe('biaya_terverifikasi');
    await post(status('APPROVED'));
    await post(status('PENDING', { name: 'biaya_terverifikasi_v2' }));
    now += 11_000;
    expect(await nameOf('fee_verified')).toBe('biaya_terverifikasi');
    await post(status('APPROVED', { name: 'biaya_terverifikasi_v2' }));
    now += 11_000;
    expect(await nameOf('fee_verified')).toBe('biaya_terverifikasi_v2');
    await post(status('PAUSED', { name: 'biaya_terverifikasi_v2' }));
    now += 11_000;
    expect(await nameOf('fee_verified')).toBe('biaya_terverifikasi');
    expect(await worker.knex('send_stops')).toEqual([]);
  });

  test('when the board asks, then every kind of message has its template', async () => {
    const answer = await worker.call('M10', await worker.account('manager_pendidikan'));
    expect((answer.json() as MessageTemplateState[]).map(({ kind }) => kind)).toEqual(MESSAGE_KINDS);
  });
});
