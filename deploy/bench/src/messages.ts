import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inbox } from '@gerbang/e2e/inbox';
import type { Stack } from '@gerbang/local/stack';
import { keyRing } from '@gerbang/service-kit/config';
import { createDatabase } from '@gerbang/service-kit/database';
import { createOutbox } from '@gerbang/service-kit/outbox';
import { createSealer } from '@gerbang/service-kit/sealing';
import type { Row } from './report.ts';

const COUNT = 1000;
const PATIENCE_MS = 180_000;

/** 1,000 messages from the outbox of a service to the phones that the simulator plays. */
export async function measureMessages(stack: Stack): Promise<Row[]> {
  const database = createDatabase(stack.databaseUrls.auth, { name: 'bench' });
  const outbox = createOutbox(createSealer(keyRing.parse(stack.secrets.busKeys)));
  const first = randomInt(10_000_000, 90_000_000);
  const phones = Array.from({ length: COUNT }, (_, index) => `+62815${first + index}`);
  const start = performance.now();
  await database.transaction(async (trx) => {
    for (const to of phones) {
      await outbox.publish(trx, 'message.requested', {
        dedupeKey: `bench:${randomUUID()}`,
        kind: 'password_changed',
        to,
        params: { name: 'Wali Bench', at: new Date().toISOString() },
        priority: 'bulk',
      });
    }
  });
  await database.close();
  let arrived = 0;
  while (arrived < COUNT) {
    if (performance.now() - start > PATIENCE_MS)
      throw new Error(`Only ${arrived} of ${COUNT} messages arrived`);
    if ((await inbox(stack.simulatorUrl, phones[arrived] ?? '')).length > 0) arrived += 1;
    else await sleep(50);
  }
  const seconds = (performance.now() - start) / 1000;
  let twice = 0;
  for (const to of phones) twice += (await inbox(stack.simulatorUrl, to)).length - 1;
  return [
    {
      what: '1,000 messages, outbox to phone',
      value: seconds,
      unit: 's',
      note: `${Math.round(COUNT / seconds)} a second, ${twice} twice`,
    },
  ];
}
