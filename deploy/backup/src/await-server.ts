import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BackupError, inWords } from './errors.ts';

const WAIT_MS = 60_000;
const AGAIN_MS = 500;
/** Its container has no name or port yet, or it still recovers (57P03). */
const STARTING: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ENOTFOUND',
  'ECONNREFUSED',
  'ECONNRESET',
  '57P03',
]);

/** Waits until the server accepts connections, at most a minute. Throws a BackupError after that, another error at once. */
export async function awaitServer(url: string, waitMs = WAIT_MS): Promise<void> {
  const end = Date.now() + waitMs;
  for (let told = false; ; told = true) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined); // `connect` fails with it.
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!STARTING.has((error as NodeJS.ErrnoException).code)) throw error;
      const where = `PostgreSQL at ${new URL(url).host}`;
      if (Date.now() > end) throw new BackupError(`${where} is not there: ${inWords(error)}`);
      if (!told) console.error(`Waiting for ${where} …`);
    } finally {
      await client.end().catch(() => undefined); // It was never open, or is not needed any more.
    }
    await sleep(AGAIN_MS);
  }
}
