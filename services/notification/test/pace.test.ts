import { notificationConfig } from '../src/config.ts';
import { startWhole, until } from './harness.ts';

describe('the pace of bulk messages', () => {
  const rate = (BULK_RATE?: string) => notificationConfig.shape.BULK_RATE.safeParse(BULK_RATE);

  test('when nothing is configured, then it is 40 a second; never more than the provider takes', () => {
    expect(rate()).toMatchObject({ data: 40 });
    expect(rate('80')).toMatchObject({ data: 80 });
    for (const wrong of ['0', '81', '2.5', 'fast']) expect(rate(wrong).success).toBe(false);
  });

  test('P13 when a wave is paced and a code is asked for after it, then the code goes first and the wave keeps its pace', async () => {
    const whole = await startWhole({ bulkRate: 2 });
    try {
      const wave = Array.from({ length: 20 }, (_unused, at) =>
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
      const allowed = 2 * (Math.floor((Date.now() - began) / 1000) + 2);
      expect(arrived('+62818')).toBeLessThanOrEqual(allowed);
      expect(arrived('+62818')).toBeLessThan(20);
    } finally {
      await whole.stop();
    }
  }, 120_000);
});
