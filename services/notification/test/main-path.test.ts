import { mainPathTests } from './main-path.ts';
import { startWhole, until } from './harness.ts';

describe('the whole way, queue on PostgreSQL', () => {
  mainPathTests(() => undefined);
});

describe('the whole way under a misbehaving provider', () => {
  let whole: Awaited<ReturnType<typeof startWhole>>;
  beforeAll(async () => {
    whole = await startWhole({ timeoutMs: 1000 });
  });
  afterAll(() => whole.stop());
  beforeEach(() => whole.simulator.control.order({ reset: true, pauseMs: 10 }));

  const status = async (id: string) => (await whole.row(id))?.status as string | undefined;

  test('N3 when the provider accepts and drops the connection, then its webhook settles it with one send', async () => {
    whole.simulator.control.order({ drop: { times: 1 } });
    const job = whole.job({ to: '+6281200000021' });
    await whole.bus.add('notification', job);
    await until(async () => (await status(job.id)) === 'delivered');
    expect(whole.simulator.inbox.list('+6281200000021')).toHaveLength(1);
  });

  test('N3 when the provider is too slow to answer, then the outcome is unknown and its webhook settles it', async () => {
    whole.simulator.control.order({ slow: { ms: 1500, times: 1 } });
    const job = whole.job({ to: '+6281200000022' });
    await whole.bus.add('notification', job);
    await until(async () => (await status(job.id)) === 'delivered');
    expect(whole.simulator.inbox.list('+6281200000022')).toHaveLength(1);
  });

  test.each(['twice', 'reversed', 'late'] as const)(
    'N4 when webhooks come %s, then the message ends delivered',
    async (mode) => {
      whole.simulator.control.order({ webhooks: mode });
      const job = whole.job({ to: '+6281200000023' });
      await whole.bus.add('notification', job);
      await until(
        async () => (await whole.row(job.id))?.read_at !== null && (await status(job.id)) === 'delivered',
      );
    },
  );

  test('N7 when the provider answers a storm of rate limits, then few sends are wasted and no message is lost', async () => {
    const total = 40;
    whole.simulator.control.order({ error: { code: 130429, times: 12 } });
    const jobs = Array.from({ length: total }, (_unused, at) =>
      whole.job({ dedupeKey: `storm:${at}`, to: `+62814${String(at).padStart(8, '0')}` }),
    );
    const ids = jobs.map(({ id }) => id);
    for (const job of jobs) await whole.bus.add('notification', job);
    await until(async () =>
      (await whole.knex('notifications').whereIn('id', ids)).every(({ attempt }) => attempt > 0),
    );
    // One pause stops everybody: at most what was already on its way when it began.
    expect(whole.simulator.control.state().counts.refused).toBeLessThanOrEqual(8);
    const sentBefore = whole.simulator.control.state().counts.accepted;
    expect(sentBefore).toBeLessThan(total);
    // Let every pause end at once until all are through.
    for (let round = 0; round < 20; round += 1) {
      await whole.knex('send_stops').update({ until: whole.knex.raw('now()') });
      await whole
        .knex('notifications')
        .whereIn('status', ['pending', 'retry'])
        .update({ next_attempt_at: whole.knex.raw('now()') });
      for (const id of ids) await whole.service.deliver(id);
    }
    await until(async () =>
      (await whole.knex('notifications').whereIn('id', ids)).every((row) => row.status === 'delivered'),
    );
    expect(whole.simulator.inbox.list().filter(({ to }) => to.startsWith('+62814'))).toHaveLength(total);
    expect(await whole.knex('notifications').whereIn('id', ids).max('tries')).toEqual([{ max: 0 }]);
  });

  test('when the provider wants a new kind of template call, then our own calls pass its check: each kind arrives as text', async () => {
    const code = whole.job({
      kind: 'phone_verification',
      priority: 'code',
      params: { code: '000123' },
      to: '+6281200000031',
    });
    const notice = whole.job({ to: '+6281200000032' });
    await whole.bus.add('notification-codes', code);
    await whole.bus.add('notification', notice);
    await until(
      async () => (await status(code.id)) === 'delivered' && (await status(notice.id)) === 'delivered',
    );
    expect(whole.simulator.inbox.list('+6281200000031')[0]?.text).toMatch(
      /^000123 adalah kode verifikasi Anda/u,
    );
    expect(whole.simulator.inbox.list('+6281200000032')[0]?.text).toContain('Halo Siti, password akun Anda');
  });
});
