import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** A report that arrived before its message. */
export type EarlyReport = Omit<Tables['early_webhooks'], 'received_at'>;

/** Keeps reports, each status of a message once. */
export async function keepEarly(db: Db, reports: readonly EarlyReport[]): Promise<void> {
  await db('early_webhooks')
    .insert([...reports])
    .onConflict(['wamid', 'status'])
    .ignore();
}

/** The oldest kept reports of each message first. */
export async function earlyReports(db: Db): Promise<EarlyReport[]> {
  return db('early_webhooks')
    .select<EarlyReport[]>('wamid', 'status', 'reference', 'error_code', 'at')
    .orderBy(['wamid', 'at'])
    .limit(500);
}

/** Deletes the given reports, and those older than a day, whose number it returns. */
export async function forgetEarly(db: Db, done: readonly EarlyReport[]): Promise<number> {
  if (done.length > 0) {
    const keys = done.map(({ wamid, status }) => [wamid, status]);
    await db('early_webhooks').whereIn(['wamid', 'status'], keys).delete();
  }
  return db('early_webhooks').whereRaw(`received_at < now() - interval '24 hours'`).delete();
}
