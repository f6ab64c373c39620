import { type Bus, createBus } from '@gerbang/service-kit/events/bus';
import type { BusStore } from '@gerbang/service-kit/events/bus-store';
import { startConsumers } from '@gerbang/service-kit/events/consumers';
import { BulkPace, Lane } from '@gerbang/service-kit/events/pressure';
import type { Signal } from '@gerbang/service-kit/events/pressure-store';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { createSimulator } from '@gerbang/simulator/app';
import { accountBatches, accountHandlers } from '../src/accounts/account-events.ts';
import { startDelivery } from '../src/delivery/start-delivery.ts';
import { createWhatsApp } from '../src/delivery/whatsapp.ts';
import { APP_SECRET, startWorker } from './harness.ts';

const UNBOUNDED_SECONDS = 3600;
const TOKEN = 'token-of-the-test';
const NUMBER = '100000000000001';

/** Everything for real but Meta: queue, worker, simulator with signed webhooks to the worker's door. */
export async function startWhole(
  options: {
    place?: BusStore;
    bulkRate?: number;
    timeoutMs?: number;
    empty?: boolean;
    /** What the gateways say of their pressure: here it neither lapses nor is late, and bulk work waits without a bound. */
    signal?: () => Signal;
  } = {},
) {
  const queue = options.place ? null : await testDatabase('notificationqueue');
  const logger = createLogger('test', 'silent');
  const real = createBus(options.place ?? { queueDatabaseUrl: queue?.url ?? '' }, logger);
  const { signal } = options;
  const pace =
    signal && new BulkPace({ read: async () => signal(), tell: async () => undefined }, () => undefined);
  const lanes: Lane[] = [];
  const bus: Bus = pace
    ? {
        ...real,
        lane: () => {
          const lane = new Lane(pace, UNBOUNDED_SECONDS);
          lanes.push(lane);
          return lane;
        },
        pace: () => pace,
      }
    : real;
  // The door's address is known only when it listens, the simulator's is needed before: a first listener finds a port.
  const door = { url: '' };
  const simulator = createSimulator({
    token: TOKEN,
    phoneNumberId: NUMBER,
    appSecret: APP_SECRET,
    webhookUrl: () => door.url,
    empty: options.empty ?? false,
  });
  const baseUrl = await simulator.app.listen({ host: '127.0.0.1', port: 0 });
  simulator.control.order({ pauseMs: 20 });
  const worker = await startWorker({
    bus,
    provider: createWhatsApp({
      baseUrl,
      token: TOKEN,
      phoneNumberId: NUMBER,
      version: 'v23.0',
      timeoutMs: options.timeoutMs ?? 60_000,
    }),
    bulkRate: options.bulkRate,
  });
  door.url = `${await worker.service.app.listen({ host: '127.0.0.1', port: 0 })}/webhooks/whatsapp`;
  const { database, sealer, columnKeys, outbox } = worker.context;
  const handlers = accountHandlers(outbox);
  const batches = accountBatches(columnKeys);
  startConsumers({ bus, database, sealer, queue: 'notification-accounts', handlers, batches });
  const stopSweeper = await startDelivery(worker.context);
  return {
    ...worker,
    bus,
    simulator,
    baseUrl,
    queue,
    async stop(): Promise<void> {
      await stopSweeper();
      for (const lane of lanes) lane.end();
      pace?.close();
      await bus.close();
      await simulator.app.close();
      await worker.stop();
      await queue?.drop();
    },
  };
}
