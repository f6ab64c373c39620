import { EVENTS_TOGETHER } from '@gerbang/contracts/event-queues';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import { uuidv7 } from 'uuidv7';
import { until } from '@gerbang/service-kit/testing/until';
import { startWhole } from './whole-worker.ts';

const COUNT = 240;
/** Sends on their way and the wave that was reserved before the stop. */
const IN_HAND = 32 + 16;
const KIND = 'result_published';
const OTHER = '+6281977770005';

describe('a template that Meta refuses in the middle of a wave', () => {
  let whole: Awaited<ReturnType<typeof startWhole>>;
  beforeEach(async () => {
    whole = await startWhole({ bulkRate: 80 });
    await whole.bus.ping('notification');
  });
  afterEach(() => whole.stop());

  const arrived = () => whole.simulator.inbox.list().map(({ to }) => to);
  async function wave(count: number): Promise<void> {
    const requests = Array.from({ length: count }, (_unused, at) => ({
      id: uuidv7(),
      version: 1,
      payload: {
        dedupeKey: `wave:${at}`,
        kind: KIND,
        to: `+62817${String(at).padStart(8, '0')}`,
        params: {
          child: 'Aisyah',
          level: 'SD',
          number: `PSB-${at}`,
          link: 'https://portal.example/dashboard',
        },
        priority: 'bulk',
      },
    }));
    for (let from = 0; from < count; from += EVENTS_TOGETHER) {
      const id = uuidv7();
      const part = requests.slice(from, from + EVENTS_TOGETHER);
      const sealed = whole.busSealer.seal(part, eventAad('message.requested', id));
      await whole.bus.add('notification-bulk', { id, type: 'message.requested', version: 1, sealed });
    }
  }
  const order = (status: 'PAUSED' | 'DISABLED' | 'APPROVED') =>
    whole.simulator.control.order({ template: { kind: KIND, status } });
  const statuses = async () => [...new Set(await whole.knex('notifications').pluck('status'))];

  test.each([
    ['told by a webhook', true],
    ['only by the refusals of sends', false],
  ])('when the portal learns of it %s, then every family gets its message once', async (_how, isTold) => {
    whole.simulator.control.order({ webhooks: 'normal', pauseMs: 20 });
    await wave(COUNT);
    await until(() => arrived().length >= COUNT / 4);
    if (isTold) order('PAUSED');
    else for (const one of whole.simulator.templates.matching({ kind: KIND })) one.status = 'DISABLED';
    await until(async () => (await whole.knex('send_stops')).length === 1);
    const before = arrived().length;
    expect(await statuses()).not.toContain('failed');

    // The senders look again, and a message of another template goes.
    await whole.service.sweeper.sweep();
    await whole.bus.add('notification', whole.job({ to: OTHER }));
    await until(() => arrived().includes(OTHER));
    expect(arrived().length).toBeLessThanOrEqual(Math.min(before + IN_HAND, COUNT - 1) + 1);
    order('APPROVED');
    await until(async () => (await whole.knex('send_stops')).length === 0);
    await until(async () => {
      await whole.service.sweeper.sweep();
      return arrived().length > COUNT;
    });
    await until(async () => (await statuses()).join() === 'delivered');
    expect(new Set(arrived()).size).toBe(COUNT + 1);
    expect(arrived()).toHaveLength(COUNT + 1);
  });
});
