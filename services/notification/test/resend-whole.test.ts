import { messageTrouble } from '@gerbang/domain/message-errors';
import { VERDICTS } from '../src/delivery/error-table.ts';
import { until } from '@gerbang/service-kit/testing/until';
import { startWhole } from './whole-worker.ts';

test('when a code of the provider is known to the worker, then the board has words of its own for it', () => {
  const unknown = messageTrouble({ status: 'failed', reason: 'refused', error_code: 999_999, code: false });
  const told = [...VERDICTS.keys()].map((code) => {
    const trouble = messageTrouble({ status: 'failed', reason: 'refused', error_code: code, code: false });
    return [
      code,
      trouble?.cause !== unknown?.cause.replace('999999', String(code)),
      trouble?.remedy.endsWith('.'),
    ];
  });
  expect(told).toEqual(told.map(([code]) => [code, true, true]));
  expect(told.length).toBeGreaterThan(30);
});

test('when a failed message is sent again by two at once, then the phone gets exactly one more', async () => {
  const whole = await startWhole();
  try {
    const to = '+6281366660001';
    const cs = await whole.account('cs', 'Dewi');
    whole.simulator.control.order({ fail: { code: 131026, times: 1 } });
    const job = whole.job({ to });
    await whole.bus.add('notification', job);
    await until(async () => (await whole.row(job.id))?.status === 'failed');
    const phone = () => whole.simulator.inbox.list(to).length;
    expect(phone()).toBe(1);
    const answers = await Promise.all([1, 2, 3, 4].map(() => whole.call('W04', cs, { id: job.id })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
    await until(async () => (await whole.row(job.id))?.status === 'delivered');
    await whole.service.sweeper.sweep();
    expect(phone()).toBe(2);
    expect((await whole.call('W04', cs, { id: job.id })).json().code).toBe('arrived');
  } finally {
    await whole.stop();
  }
});
