import { runs } from '@gerbang/domain/testing/runs';
import type { MessagesReport } from '@gerbang/contracts/reports';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { JENJANG } from '@gerbang/domain/levels';
import { addDays, MESSAGE_OUTCOMES } from '@gerbang/domain/reports';
import fc from 'fast-check';
import { foldMessageDays } from '../src/reports/message-days.repository.ts';
import { type Caller, scriptedProvider, silentBus, startWorker } from './harness.ts';

const PRICE = 350;
const today = jakartaDay(new Date());

describe('the report of messages', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let head: Caller;
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider, price: PRICE });
    head = await worker.account('manager_pendidikan', 'Hendra');
  });
  afterAll(() => worker.stop());

  let fresh = 0;
  /** The report of the last ten days; with a year that changes nothing beside days, because an answer is kept for a minute. */
  const report = async (query?: string): Promise<MessagesReport> => {
    fresh += 1;
    const [year, jenjang] = [2000 + (fresh % 100), JENJANG[Math.floor(fresh / 100)]];
    const other = `academic_year=${year}/${year}${jenjang ? `&jenjang=${jenjang}` : ''}`;
    const answer = await worker.call('T05', head, {
      query: query ?? `from=${addDays(today, -10)}&to=${today}&${other}`,
    });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };

  type State = { status: string; channel: string; read_at: Date | null };
  const outcome = ({ status, channel, read_at }: State) => {
    if (status === 'failed') return 'failed';
    if (status !== 'sent' && status !== 'delivered') return null;
    if (channel === 'email') return 'email';
    if (status === 'sent') return 'sent';
    return read_at ? 'read' : 'delivered';
  };

  test('whatever becomes of messages, and whichever are deleted: the report is a count one by one', async () => {
    const kinds = ['password_changed', 'stage_changed', 'result_published'] as const;
    const state = fc.record({
      status: fc.constantFrom('pending', 'retry', 'sent', 'delivered', 'failed'),
      channel: fc.constantFrom('whatsapp', 'email'),
      read: fc.boolean(),
    });
    const message = fc.record({
      kind: fc.constantFrom(...kinds),
      age: fc.integer({ min: 0, max: 9 }),
      states: fc.array(state, { minLength: 1, maxLength: 3 }),
      deleted: fc.boolean(),
    });
    const counted: { kind: string; day: string; outcome: string }[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (messages, fold) => {
          for (const { kind, age, states, deleted } of messages) {
            const id = await worker.ask();
            const row = worker.knex('notifications').where({ id });
            await row.clone().update({ kind, created_at: new Date(Date.now() - age * 86_400_000) });
            for (const { read, ...columns } of states)
              await row.clone().update({ ...columns, read_at: read ? new Date() : null });
            const last = outcome(await row.clone().first());
            const { created_at } = await row.clone().first();
            if (last !== null) counted.push({ kind, day: jakartaDay(created_at), outcome: last });
            if (deleted) await row.clone().delete();
          }
          if (fold) await foldMessageDays(worker.database);
          const { total, columns, kinds: byKind, cost } = await report();
          const count = (of: Partial<(typeof counted)[number]>) =>
            counted.filter((one) => Object.entries(of).every(([key, value]) => one[key as 'kind'] === value))
              .length;
          const naive = (of: Partial<(typeof counted)[number]>) =>
            Object.fromEntries(MESSAGE_OUTCOMES.map((name) => [name, count({ ...of, outcome: name })]));
          expect([total.count, total.outcomes]).toEqual([counted.length, naive({})]);
          for (const { start, outcomes } of columns) expect(outcomes).toEqual(naive({ day: start }));
          expect(Object.fromEntries(byKind.map((one) => [one.kind, one.outcomes]))).toEqual(
            Object.fromEntries(
              kinds.filter((kind) => count({ kind }) > 0).map((kind) => [kind, naive({ kind })]),
            ),
          );
          const arrived = count({ outcome: 'delivered' }) + count({ outcome: 'read' });
          expect(cost).toEqual({ price: PRICE, messages: arrived, amount: PRICE * arrived });
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('when a year is chosen, then the days are those of its season, and a level changes nothing', async () => {
    const past = await report('academic_year=2025/2026&jenjang=SD');
    expect(past).toMatchObject({ from: '2024-07-01', to: '2025-06-30', grain: 'month', kinds: [] });
    expect(past.total).toMatchObject({ count: 0, share_failed: null });
  });

  test('when the answer is kept, then it is the same for a minute, with a tag by which a browser asks for 304', async () => {
    const query = `from=${addDays(today, -3)}`;
    const first = await worker.call('T05', head, { query });
    await worker.knex('notifications').update({ status: 'failed' });
    expect((await worker.call('T05', head, { query })).body).toBe(first.body);
    const headers = { 'if-none-match': String(first.headers.etag) };
    const known = await worker.call('T05', head, { query, headers });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  });

  test.each([
    'from=2026-13-01',
    'to=9999-12-31',
    'from=2000-01-01',
    'from=2021-01-01&to=2020-01-01',
    'jenjang=SMA',
    'by=paid',
    'unknown=1',
  ])('when the filter %s does not fit, then 400', async (query) => {
    expect((await worker.call('T05', head, { query })).statusCode).toBe(400);
  });

  test('when a busy portal is asked about, then an index of the days gives the counts', async () => {
    const plan = await worker.knex.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off; set local enable_bitmapscan = off');
      const { rows } = await trx.raw(
        `explain select day, kind, outcome, sum(n) from message_days
         where day between '2026-07-01' and '2026-12-01' group by 1, 2, 3`,
      );
      return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('message_days_by_day');
  });
});
