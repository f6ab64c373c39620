import { longTest } from '@gerbang/domain/testing/runs';
import { uuidv7 } from 'uuidv7';
import { configSchema } from '../src/config.ts';
import { createPace } from '../src/delivery/pace.ts';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';
import { until } from '@gerbang/service-kit/testing/until';
import { startWhole } from './whole-worker.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

describe('the pace of bulk messages', () => {
  const rate = (BULK_RATE?: string) => configSchema.shape.BULK_RATE.safeParse(BULK_RATE);

  test('when nothing is configured, then it is 40 a second; never more than the provider takes', () => {
    expect(rate()).toMatchObject({ data: 40 });
    expect(rate('80')).toMatchObject({ data: 80 });
    for (const wrong of ['0', '81', '2.5', 'fast']) expect(rate(wrong).success).toBe(false);
  });

  longTest(
    'when a wave is paced and a code is asked for after it, then the code goes first and the wave keeps its pace',
    async () => {
      const whole = await startWhole({ bulkRate: 1 });
      try {
        const wave = Array.from({ length: 100 }, (_unused, at) =>
          whole.job({ priority: 'bulk', to: `+62818${String(10_000_000 + at)}` }),
        );
        const began = Date.now();
        for (const job of wave) await whole.bus.add('notification', job);
        const code = whole.job({
          kind: 'reset_code',
          priority: 'code',
          params: { code: '482915' },
          to: '+6281977770001',
          expiresAt: new Date(Date.now() + 600_000).toISOString(),
        });
        await whole.bus.add('notification-codes', code);
        const arrived = (prefix: string) =>
          whole.simulator.inbox.list().filter(({ to }) => to.startsWith(prefix)).length;
        await until(() => arrived('+62819') === 1);
        const allowed = Math.floor((Date.now() - began) / 1000) + 2;
        expect(arrived('+62818')).toBeLessThanOrEqual(allowed);
        expect(arrived('+62818')).toBeLessThan(wave.length);
      } finally {
        await whole.stop();
      }
    },
  );

  longTest(
    'when the machine’s clock is set back by a month in the middle of a wave, then the rest goes out',
    async () => {
      const whole = await startWhole({ bulkRate: 20 });
      const machine = Date.now;
      let wrongBy = 0;
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => machine() + wrongBy);
      try {
        const wave = Array.from({ length: 60 }, (_unused, at) =>
          whole.job({ priority: 'bulk', to: `+62818${String(20_000_000 + at)}` }),
        );
        for (const job of wave) await whole.bus.add('notification', job);
        const arrived = () => whole.simulator.inbox.list().length;
        await until(() => arrived() > 20);
        wrongBy = -MONTH_MS;
        await until(() => arrived() === 60);
      } finally {
        clock.mockRestore();
        await whole.stop();
      }
    },
  );

  describe('the row of turns', () => {
    let worker: Awaited<ReturnType<typeof startWorker>>;
    beforeAll(async () => {
      worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
    });
    afterAll(() => worker.stop());

    /** How far the turns that are given away reach past this moment, by the one clock that counts. */
    async function takenPast(moment: string): Promise<number> {
      const { rows } = await worker.knex.raw(
        'select extract(epoch from taken_until - ?::timestamptz)::float8 * 1000 as past from send_pace',
        [moment],
      );
      expect(rows).toHaveLength(1);
      return rows[0].past;
    }
    const now = async (): Promise<string> =>
      (await worker.knex.raw('select clock_timestamp()::text as now')).rows[0].now;

    test('when two workers take turns, then they share one pace', async () => {
      const before = await now();
      const paces = [createPace(worker.database, 4), createPace(worker.database, 4)];
      const turn = (pace: (typeof paces)[0]) => pace(uuidv7(), async () => undefined);
      await Promise.all(paces.flatMap((pace) => [turn(pace), turn(pace), turn(pace), turn(pace)]));
      // Eight turns of a quarter of a second, less what may be caught up with.
      expect(await takenPast(before)).toBeGreaterThanOrEqual(8 * 250 - 250);
    });

    test('when the queue tells of messages that have left, then they take no turn', async () => {
      const [left, waiting] = [await worker.ask(), await worker.ask()];
      await worker.service.deliver(left);
      const worked: string[] = [];
      const paced = createPace(worker.database, 4);
      const fresh = uuidv7();
      await Promise.all([left, fresh, waiting].map((id) => paced(id, async () => void worked.push(id))));
      expect(worked.toSorted()).toEqual([fresh, waiting].toSorted());
      const before = await worker.knex('send_pace');
      await paced(left, async () => void worked.push(left));
      expect(await worker.knex('send_pace')).toEqual(before);
      expect(worked).toHaveLength(2);
    });

    test.each([
      ['when nobody took a turn for an hour, then that hour is lost', '-1 hour'],
      ['when the database’s clock was set back by a day, then the turns go on from now', '1 day'],
    ])('%s', async (_name, away) => {
      await worker
        .knex('send_pace')
        .insert({ scope: 'bulk', taken_until: 'now' })
        .onConflict('scope')
        .ignore();
      await worker.knex('send_pace').update({ taken_until: worker.knex.raw('now() + ?::interval', [away]) });
      const before = await now();
      await createPace(worker.database, 4)(uuidv7(), async () => undefined);
      expect(await takenPast(before)).toBeGreaterThanOrEqual(0);
      expect(await takenPast(await now())).toBeLessThanOrEqual(250);
    });
  });
});
