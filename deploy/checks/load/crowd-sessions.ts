import { hash, randomBytes } from 'node:crypto';
import { Signer } from '@fastify/cookie';
import type { Stack } from '@gerbang/local/stack';
import { Redis } from 'ioredis';
import { withClient } from './families.ts';
import type { Bench } from './measurement.ts';

const BATCH = 5000;
const LIFE_MS = 24 * 3600 * 1000;

/**
 * Sessions of parents who logged in on another day, as the gateway keeps them: tens of thousands of logins would take
 * longer than everything that is measured. Answers their cookies.
 */
export async function makeSessions(
  stack: Stack,
  { redisUrl }: Pick<Bench, 'redisUrl'>,
  userIds: readonly string[],
): Promise<string[]> {
  const signer = new Signer(stack.secrets.sessionSecret);
  const sessions = userIds.map((userId) => {
    const id = randomBytes(24).toString('base64url');
    return { userId, id, hash: hash('sha256', id, 'base64url') };
  });
  const now = Date.now();
  for (let from = 0; from < sessions.length; from += BATCH) {
    const batch = sessions.slice(from, from + BATCH);
    if (redisUrl) await toRedis(redisUrl, batch, now);
    else await toPostgres(stack, batch, now);
  }
  return sessions.map(({ id }) => `sid=${encodeURIComponent(signer.sign(id))}`);
}

interface Made {
  userId: string;
  hash: string;
}

async function toRedis(url: string, batch: readonly Made[], now: number): Promise<void> {
  const redis = new Redis(url);
  try {
    const pipeline = redis.pipeline();
    for (const { userId, hash: name } of batch) {
      const data = { role: 'wali_murid', epoch: 0, mustChangePassword: false, createdAt: now, lastSeen: now };
      pipeline.set(`session:${name}`, JSON.stringify({ userId, ...data }), 'PX', LIFE_MS);
    }
    await pipeline.exec();
  } finally {
    await redis.quit();
  }
}

async function toPostgres(stack: Stack, batch: readonly Made[], now: number): Promise<void> {
  await withClient(stack.databaseUrls.gateway, (client) =>
    client.query(
      `insert into sessions (hash, user_id, role, epoch, must_change, created_at, last_seen)
       select name, person, 'wali_murid', 0, false, $3, $3
       from unnest($1::text[], $2::uuid[]) as made(name, person)`,
      [batch.map((one) => one.hash), batch.map((one) => one.userId), now],
    ),
  );
}
