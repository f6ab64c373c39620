import { once } from 'node:events';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { ConfigError } from '../program/config.ts';
import { withTimeout } from '../program/with-timeout.ts';
import { postgresPressure, redisPressure } from './pressure-store.ts';
import { openQueueConnections } from './queue-connections.ts';

export type BusStore = ({ readonly redisUrl: string } | { readonly queueDatabaseUrl: string }) & {
  /** How long a killed worker keeps its jobs, at most half as long again; 10 s unless given. */
  readonly lockSeconds?: number | undefined;
};

const READY_MS = 1000;
const SIGNAL_MS = 1000;
const GENERATION_KEY = 'gerbang:queue-generation';

/**
 * The queue's store from the configuration: Redis if it is set, else PostgreSQL, which carries a tenth of the load and is
 * for the local run and tests.
 */
export function busStore(config: {
  NODE_ENV: string;
  LOCAL_RUN: boolean;
  REDIS_URL?: string;
  QUEUE_DATABASE_URL?: string;
  QUEUE_LOCK_SECONDS?: number;
}): BusStore {
  const { QUEUE_LOCK_SECONDS: lockSeconds } = config;
  if (config.REDIS_URL) return { redisUrl: config.REDIS_URL, lockSeconds };
  const mayUsePostgres = config.LOCAL_RUN || config.NODE_ENV !== 'production';
  if (!mayUsePostgres) {
    throw new ConfigError(
      'REDIS_URL must be set, as redis://host:6379: outside the local run the queue lives on Redis.',
    );
  }
  if (config.QUEUE_DATABASE_URL) return { queueDatabaseUrl: config.QUEUE_DATABASE_URL, lockSeconds };
  throw new ConfigError('REDIS_URL or QUEUE_DATABASE_URL must be set');
}

export const reconnect = (times: number) => Math.min(times * 100, 2000);

/** Opens the gateways' signal beside the queue, with a connection of its own. */
export function connectPressure(store: BusStore, complain: (error: Error) => void) {
  if ('redisUrl' in store) {
    const client = new Redis(store.redisUrl, {
      maxRetriesPerRequest: 1,
      connectTimeout: SIGNAL_MS,
      commandTimeout: SIGNAL_MS,
      retryStrategy: reconnect,
    });
    client.on('error', complain);
    return { store: redisPressure(client), close: async () => client.disconnect() };
  }
  const connections = openQueueConnections(store.queueDatabaseUrl);
  const query = (text: string, values?: unknown[]) => withTimeout(SIGNAL_MS, connections.query(text, values));
  return { store: postgresPressure(query), close: () => connections.release() };
}

function valueOf(error: Error | null, value: unknown): string {
  if (error) throw error;
  return String(value);
}

/** The state of a Redis as `generation/run`. */
export async function generationOf(client: Redis): Promise<string> {
  if (client.status !== 'ready') {
    await once(client, 'ready', { signal: AbortSignal.timeout(READY_MS) });
  }
  const [, generation, server] = await client
    .pipeline()
    .set(GENERATION_KEY, uuidv7(), 'NX')
    .get(GENERATION_KEY)
    .info('server')
    .exec()
    .then((results) => (results ?? []).map(([error, value]) => valueOf(error, value)));
  return `${generation}/${/^run_id:(?<run>\w+)/mu.exec(server ?? '')?.groups?.run ?? ''}`;
}
