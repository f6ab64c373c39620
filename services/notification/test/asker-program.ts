import { writeSync } from 'node:fs';
import { createBus } from '@gerbang/service-kit/events/bus';
import { keyRing, parseConfig, queueConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { startRelay } from '@gerbang/service-kit/events/relay';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { z } from 'zod';

/**
 * Program: a service that asks for messages, to be killed by a test. `commit` commits and dies before any relay runs,
 * `ask` commits and relays until it is killed, `relay` only relays. Each commit prints a line with its number.
 */
const config = parseConfig(
  z.object({
    DATABASE_URL: z.string(),
    BUS_KEYS: keyRing,
    MODE: z.enum(['commit', 'ask', 'relay']),
    FIRST: z.coerce.number(),
    ...queueConfig,
  }),
);
const logger = createLogger('asker', 'silent');
const database = createDatabase(config.DATABASE_URL);
const outbox = createOutbox(createSealer(config.BUS_KEYS));

async function ask(number: number): Promise<void> {
  await database.transaction((trx) =>
    outbox.publish(trx, 'message.requested', {
      dedupeKey: `asked:${number}`,
      kind: 'password_changed',
      to: `+62816${String(number).padStart(8, '0')}`,
      params: { name: 'Siti' },
      priority: 'normal',
    }),
  );
  writeSync(1, `${number}\n`);
}

if (config.MODE === 'commit') {
  for (let at = 0; at < 5; at += 1) await ask(config.FIRST + at);
  process.kill(process.pid, 'SIGKILL');
}
const bus = createBus({ queueDatabaseUrl: config.QUEUE_DATABASE_URL ?? '' }, logger);
startRelay({ url: config.DATABASE_URL, database, bus, logger });
if (config.MODE === 'ask') {
  for (let at = 0; at < 500; at += 1) await ask(config.FIRST + at);
}
