import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageRequested } from '@gerbang/contracts/message-templates';
import { inbox } from '../kit/inbox.ts';
import type { Stack } from '@gerbang/local/stack';
import { keyRing } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { measureDrain } from './drain.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';

const MANY = 1000;
const TINY = 10;
const PATIENCE_MS = 180_000;

/** 1,000 codes from the outbox of a service to the phones that the simulator plays, then the paced ones (P13). */
export async function measureMessages(stack: Stack): Promise<Row[]> {
  const count = isTiny() ? TINY : MANY;
  const codes = await send(stack, count, (to) => ({
    dedupeKey: `bench:${randomUUID()}`,
    kind: 'reset_code',
    to,
    params: { code: String(randomInt(100_000, 999_999)) },
    priority: 'code',
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
  }));
  return [
    {
      what: `${count} codes, outbox to phone`,
      value: codes.seconds,
      unit: 's',
      note: `${Math.round(count / codes.seconds)} a second, ${codes.twice} twice`,
    },
    ...(await measureDrain(stack)),
  ];
}

async function send(stack: Stack, count: number, message: (to: string) => MessageRequested) {
  const database = createDatabase(stack.databaseUrls.auth, { name: 'bench' });
  const outbox = createOutbox(createSealer(keyRing.parse(stack.secrets.busKeys)));
  const first = randomInt(10_000_000, 90_000_000);
  const phones = Array.from({ length: count }, (_, index) => `+62815${first + index}`);
  const start = performance.now();
  await database.transaction(async (trx) => {
    for (const to of phones) await outbox.publish(trx, 'message.requested', message(to));
  });
  await database.close();
  let arrived = 0;
  while (arrived < count) {
    if (performance.now() - start > PATIENCE_MS)
      throw new Error(`Only ${arrived} of ${count} messages arrived`);
    if ((await inbox(stack.simulatorUrl, phones[arrived] ?? '')).length > 0) arrived += 1;
    else await sleep(50);
  }
  const seconds = (performance.now() - start) / 1000;
  let twice = 0;
  for (const to of phones) twice += (await inbox(stack.simulatorUrl, to)).length - 1;
  return { seconds, twice };
}
