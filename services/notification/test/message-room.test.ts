import { ALWAYS_TOLD, type MessageRequested, SECURITY_NOTICES } from '@gerbang/contracts/message-kinds';
import { createMetrics } from '@gerbang/service-kit/program/metrics';
import { createLeases } from '../src/delivery/leases.ts';
import { recipientKey } from '../src/accounts/recipient-key.ts';
import { watchFigures } from '../src/figures.repository.ts';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';

const LIMITS = {
  MESSAGES_A_DAY: 10,
  SECURITY_NOTICES_A_DAY: 20,
  UNPROVED_MESSAGES_A_DAY: 3,
  UNPROVED_MESSAGES: 10,
};
const CHILD = 'Menang Hadiah';
const STAGE = {
  kind: 'stage_changed',
  params: { child: CHILD, number: 'PSB-1', stage: 'Lulus', link: 'https://portal.example/x' },
} as const;

describe('messages to one number', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  const { provider, sends } = scriptedProvider();
  let numbers = 0;
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider, limits: LIMITS });
  });
  afterAll(() => worker.stop());

  /** A number of an account that has proved it, has not, or of which nothing is known. */
  const number = async (proved?: boolean): Promise<string> => {
    numbers += 1;
    const phone = `+62857${String(10_000_000 + numbers)}`;
    await worker.account('wali_murid', 'Wali', { phone, ...(proved !== undefined && { proved }) });
    return phone;
  };
  const ask = async (to: string, request: Partial<MessageRequested> = STAGE) => {
    const id = await worker.ask({ ...request, to });
    await worker.service.deliver(id);
    return id;
  };
  const sentTo = (to: string) => sends.filter((sent) => sent.to === to);
  /** How many messages to this number each limit held back. */
  const reasonsOf = async (to: string) => {
    const rows: { reason: string; n: number }[] = await worker
      .knex('notifications')
      .where({ recipient_key: recipientKey(worker.columnKeys, to), status: 'failed' })
      .groupBy('reason')
      .select('reason', worker.knex.raw('count(*)::int as n'));
    return Object.fromEntries(rows.map(({ reason, n }) => [reason, n]));
  };
  const nextDay = () =>
    worker
      .knex('recipient_counts')
      .update({ day_started_at: worker.knex.raw("now() - interval '25 hours'") });

  test('when the number is not proved, then three messages a day and ten in all, without a word of the family', async () => {
    const to = await number(false);
    for (const [day, sum] of [3, 6, 9, 10, 10].entries()) {
      if (day > 0) await nextDay();
      for (let each = 0; each < 5; each += 1)
        await ask(to, each % 2 === 0 ? STAGE : { ...STAGE, priority: 'bulk' });
      expect(sentTo(to)).toHaveLength(sum);
    }
    expect(JSON.stringify(sentTo(to))).not.toContain(CHILD);
    expect(sentTo(to)[0]?.values[0]).toBe('putra/putri Anda');
    const kept = await worker.knex('notifications').where('reason', 'limit-unproved');
    expect(kept).toHaveLength(15);
    expect(JSON.stringify(kept)).not.toContain(CHILD);
    expect(kept.every((row) => row.status === 'failed' && row.params_sealed === null)).toBe(true);
  });

  const result = (at: number) =>
    ({
      kind: 'result_published',
      priority: 'bulk',
      params: { child: CHILD, level: 'SD', number: `PSB-${at}`, link: 'https://portal.example/hasil' },
    }) as const;

  test('when the number is not proved and its room is used up, then results, refusals and due days still go there without a name', async () => {
    const to = await number(false);
    for (let each = 0; each < 5; each += 1) await ask(to);
    for (let each = 0; each < 12; each += 1) await ask(to, result(each));
    const values = {
      amount: 'Rp 1',
      when: 'besok',
      due: '1 Desember',
      days: '2',
      until: '2 Desember',
      day: 'Senin',
    };
    for (const kind of ALWAYS_TOLD.filter((one) => one !== 'result_published'))
      await ask(to, { kind, params: { ...result(0).params, ...values } });
    expect(sentTo(to)).toHaveLength(3 + 12 + ALWAYS_TOLD.length - 1);
    expect(JSON.stringify(sentTo(to))).not.toContain(CHILD);
    expect(await reasonsOf(to)).toEqual({ 'limit-unproved': 2 });
    // They take no room from the others, and of those a day not about the school's own waves ten go.
    await nextDay();
    await ask(to);
    expect(sentTo(to)).toHaveLength(3 + 12 + ALWAYS_TOLD.length);
    for (let each = 0; each < 12; each += 1)
      await ask(to, { kind: 'due_date_changed', params: result(0).params });
    expect(sentTo(to)).toHaveLength(3 + 12 + ALWAYS_TOLD.length + 10);
  });

  test('when a bulk message goes to a number of no account, then it is sent as it comes', async () => {
    const to = '+6285799000001';
    const job = worker.job({ ...result(1), to });
    const begun = await worker.context.intake(job, createLeases('uji'));
    expect([begun?.to, (await worker.row(job.id)).attempt]).toEqual([to, 1]);
  });

  test('when the number was proved a moment ago and its copy says so later, then the message has its words all the same', async () => {
    const to = await number(false);
    await ask(to, { ...STAGE, proved: true });
    expect(sentTo(to)[0]?.values[0]).toBe(CHILD);
    for (let each = 0; each < 4; each += 1) await ask(to, { ...STAGE, proved: true });
    expect(await reasonsOf(to)).toEqual({});
  });

  test('when the number is not proved, then codes still reach it', async () => {
    const to = await number(false);
    for (let each = 0; each < 5; each += 1) await ask(to);
    for (let each = 0; each < 5; each += 1)
      await ask(to, { kind: 'phone_verification', params: { code: '123456' }, priority: 'code' });
    expect(sentTo(to)).toHaveLength(3 + 5);
  });

  test.each([
    ['is proved', true],
    ['is of an account of which no proof is known', undefined],
  ])(
    'when the number %s, then ten messages a day with their words, and bulk beside',
    async (_what, proved) => {
      const to = await number(proved);
      for (let each = 0; each < 12; each += 1) await ask(to);
      expect(sentTo(to)).toHaveLength(10);
      expect(sentTo(to)[0]?.values[0]).toBe(CHILD);
      for (let each = 0; each < 12; each += 1) await ask(to, { ...STAGE, priority: 'bulk' });
      expect(sentTo(to)).toHaveLength(22);
      await nextDay();
      await ask(to);
      expect(sentTo(to)).toHaveLength(23);
    },
  );

  const notice = (to: string, index: number) =>
    ask(to, { kind: SECURITY_NOTICES[index % 2 === 0 ? 0 : 4], params: {} });

  test('when the day is used up, then twenty notices of what happened in the account still arrive, and no more', async () => {
    const to = await number(true);
    for (let each = 0; each < 12; each += 1) await ask(to);
    await Promise.all(Array.from({ length: 25 }, (_each, index) => notice(to, index)));
    expect(sentTo(to)).toHaveLength(10 + 20);
    expect(await reasonsOf(to)).toEqual({ limit: 2, 'limit-notices': 5 });
    await nextDay();
    await notice(to, 0);
    await ask(to);
    expect(sentTo(to)).toHaveLength(10 + 20 + 2);
  });

  test('when the notices are used up, then the other messages of the day still arrive', async () => {
    const to = await number(true);
    for (let each = 0; each < 22; each += 1) await notice(to, each);
    for (let each = 0; each < 10; each += 1) await ask(to);
    expect(sentTo(to)).toHaveLength(20 + 10);
  });

  test('when the number is not proved, then notices count like everything else', async () => {
    const to = await number(false);
    for (let each = 0; each < 3; each += 1) await notice(to, each);
    await ask(to);
    expect(sentTo(to)).toHaveLength(3);
    expect(await reasonsOf(to)).toEqual({ 'limit-unproved': 1 });
  });

  test('when the number is proved meanwhile, then what comes next has its words, and what was held is not sent', async () => {
    const phone = await number(false);
    const held: string[] = [];
    for (let each = 0; each < 5; each += 1) held.push(await ask(phone));
    const account = await worker.knex('accounts').orderBy('id', 'desc').first();
    await worker.account('wali_murid', 'Wali', { id: account.id, phone, version: 2, proved: true });
    for (const id of held) await worker.service.deliver(id);
    await worker.service.sweeper.sweep();
    expect(sentTo(phone)).toHaveLength(3);
    await ask(phone);
    expect(sentTo(phone).at(-1)?.values[0]).toBe(CHILD);
  });

  test('when thirty messages to one number come at once, then its ten are sent', async () => {
    const [proved, unproved] = [await number(true), await number(false)];
    await Promise.all(Array.from({ length: 30 }, (_each, at) => ask(at % 2 === 0 ? proved : unproved)));
    expect([sentTo(proved).length, sentTo(unproved).length]).toEqual([10, 3]);
  });

  test('when limits held messages back, then the figures count them by limit, and not as failures', async () => {
    const metrics = createMetrics('notification');
    watchFigures(metrics, worker.database);
    const lines = (await metrics.text()).split('\n');
    const figure = (name: string) =>
      Number(
        lines
          .find((line) => line.startsWith(name))
          ?.split(' ')
          .at(-1),
      );
    const counted = ['messages', 'notices', 'unproved'].map((limit) =>
      figure(`messages_held_day{limit="${limit}"`),
    );
    const rows = worker.knex('notifications').where({ status: 'failed' });
    const held = ['limit', 'limit-notices', 'limit-unproved'].map((reason) =>
      rows.clone().where({ reason }).pluck('id'),
    );
    expect(counted).toEqual((await Promise.all(held)).map(({ length }) => length));
    expect(Math.min(...counted)).toBeGreaterThan(0);
    expect(figure('messages_failed_day')).toBe(0);
  });

  test('when an older event of the account comes again, then it changes nothing', async () => {
    const phone = await number(true);
    const { id } = await worker.knex('accounts').orderBy('id', 'desc').first();
    await worker.account('wali_murid', 'Wali', { id, phone, version: 3, proved: true });
    await worker.account('wali_murid', 'Wali', { id, phone, version: 2, proved: false });
    expect((await worker.knex('accounts').where({ id }).first()).phone_verified).toBe(true);
  });
});
