import { type BusJob, UnreadableEvent } from '@gerbang/service-kit/events/bus-job';
import type { Context } from '../context.ts';
import { createPace } from './pace.ts';
import { SEND } from './send-job.ts';
import { clearPauses } from './send-limits.repository.ts';
import { UNHELD, WaveSender } from './wave-sender.ts';

const CODE_CONCURRENCY = 8;
/** How many seconds bulk messages wait at most, in all, while the portal is busy. */
const HOLDS = { intake: 10, sending: 30 };
/** Reports that arrive within so many milliseconds are written together; longer while the portal is busy. */
const GATHER_MS = 100;
const BUSY_GATHER_MS = 500;
/**
 * At the provider's 80 a second, answers may take 300 ms. At a slow pace fewer jobs run at once, so that those that wait
 * for their turn do not hold up the end of the program.
 */
const bulkConcurrency = (rate: number) => Math.min(24, Math.max(4, rate));

/**
 * Starts to work the message queues and to sweep; resolves with the function that stops it. Codes have workers of their
 * own and no pace. Messages that come together are sent in waves; bulk ones also wait while the portal is busy.
 */
export async function startDelivery(context: Context): Promise<() => Promise<void>> {
  const { config, database, bus, intake, intakeWave, delivery, letters, sweeper, webhooks, log } = context;

  async function work(job: BusJob): Promise<void> {
    if (job.type === 'message.requested') {
      const asked = delivery.clock();
      const begun = await intake(job, delivery.leases);
      if (begun) return delivery.send(begun, asked);
      letters?.wake();
    } else if (job.type !== SEND) throw new UnreadableEvent(`No handler for ${job.type}`);
    await delivery.deliver(job.id);
  }

  // Without the database the process waits for it as at any other time; stops end by themselves.
  await clearPauses(database.knex).catch((error: unknown) => log.warn({ err: error }, 'stops stay in force'));
  bus.worker('notification-codes', work, { concurrency: CODE_CONCURRENCY });
  const paced = createPace(database, config.BULK_RATE);
  const sending = bus.lane(HOLDS.sending);
  const sender = { database, delivery, perSecond: config.BULK_RATE, logger: log };
  const normal = new WaveSender({ ...sender, priority: 'normal', lane: UNHELD });
  const bulk = new WaveSender({ ...sender, priority: 'bulk', lane: sending });

  const send = async (job: BusJob) => {
    if (!job.events) return paced(job.id, () => work(job));
    try {
      await intakeWave(job);
    } finally {
      // Where one of them cannot be written, the others are.
      normal.wake();
      letters?.wake();
    }
  };
  bus.worker('notification', send, { concurrency: bulkConcurrency(config.BULK_RATE) });
  const intakeLane = bus.lane(HOLDS.intake);
  const takeIn = async (job: BusJob) => {
    await intakeLane.run(() => intakeWave(job)).finally(bulk.wake);
  };
  bus.worker('notification-bulk', takeIn, { concurrency: 1 });
  webhooks.gatherFor(() => (bus.pace().share < 1 ? BUSY_GATHER_MS : GATHER_MS));
  const wakeSenders = () => {
    normal.wake();
    bulk.wake();
  };
  const stopSweeper = sweeper.start(wakeSenders, letters?.wake);
  return async () => {
    sending.end();
    webhooks.gatherFor(() => 0);
    await Promise.all([stopSweeper(), normal.close(), bulk.close(), letters?.close()]);
  };
}
