import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { batched } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { z } from 'zod';
import { verdictOf } from '../delivery/error-table.ts';
import { applyReports, type Told } from './webhook.repository.ts';

/** One report about a message. */
export interface StatusReport {
  readonly wamid: string;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  readonly reference: string | null;
  readonly errorCode: number | null;
  readonly at: Date;
}

const statusSchema = z.object({
  id: z.string().min(1).max(512),
  status: z.string(),
  timestamp: z.coerce.number().min(0).max(8_000_000_000),
  biz_opaque_callback_data: z.string().max(512).optional(),
  errors: z.array(z.object({ code: z.int() })).optional(),
});
const envelopeSchema = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({ value: z.object({ statuses: z.array(z.unknown()).optional() }).loose() }).loose(),
      ),
    }),
  ),
});

const KNOWN = new Set(['sent', 'delivered', 'read', 'failed']);
const REFERENCE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(\d{1,9})$/u;

/** Compares in constant time; texts of other length differ without a look at them. */
export function sameSecret(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether `X-Hub-Signature-256` is ours over exactly these bytes. */
export function isSigned(body: Buffer, header: unknown, appSecret: KeyObject): boolean {
  if (typeof header !== 'string') return false;
  return sameSecret(header, `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);
}

/** The status reports of a webhook; kinds of webhooks and of statuses that nobody knows are passed over. */
export function reportsOf(body: unknown): StatusReport[] {
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) return [];
  const statuses = envelope.data.entry.flatMap(({ changes }) =>
    changes.flatMap(({ value }) => value.statuses ?? []),
  );
  return statuses.flatMap((status): StatusReport[] => {
    const parsed = statusSchema.safeParse(status);
    if (!parsed.success || !KNOWN.has(parsed.data.status)) return [];
    const { id, timestamp, errors, biz_opaque_callback_data: reference } = parsed.data;
    return [
      {
        wamid: id,
        status: parsed.data.status as StatusReport['status'],
        reference: reference ?? null,
        errorCode: errors?.[0]?.code ?? null,
        at: new Date(timestamp * 1000),
      },
    ];
  });
}

/** Applies webhooks in any order and number; one that overtook its message is kept for a day and tried again. */
export function createWebhookInbox(database: Database, logger: Logger) {
  /** Applies reports; answers those whose message is not known yet. */
  async function apply(reports: readonly StatusReport[]): Promise<StatusReport[]> {
    let left = reports;
    const early: StatusReport[] = [];
    while (left.length > 0) {
      const told = left;
      const places = await applyReports(database, told.map(asTold));
      early.push(...told.filter((_report, at) => !places.has(at)));
      left = told.filter((_report, at) => places.get(at) === 'later');
    }
    return early;
  }

  // Webhooks that come while others are being written share a statement: there are three of them to each message.
  const write = batched<readonly StatusReport[]>(async (wave) => {
    const early = await apply(wave.flat());
    if (early.length === 0) return;
    await database
      .knex('early_webhooks')
      .insert(early.map(({ errorCode, ...report }) => ({ ...report, error_code: errorCode })))
      .onConflict(['wamid', 'status'])
      .ignore();
  });

  return {
    receive: (reports: readonly StatusReport[]): Promise<void> => write(reports),
    /** Tries what was kept once more; forgets what is older than a day. */
    async retryEarly(): Promise<void> {
      const { knex } = database;
      const { rows } = await knex.raw('select * from early_webhooks order by wamid, at limit 500');
      const kept = (rows as EarlyRow[]).map(({ error_code: errorCode, ...row }) => ({ ...row, errorCode }));
      const early = new Set(await apply(kept));
      const done = kept.filter((report) => !early.has(report)).map(({ wamid, status }) => [wamid, status]);
      if (done.length > 0) await knex('early_webhooks').whereIn(['wamid', 'status'], done).delete();
      const gone = await knex('early_webhooks')
        .whereRaw(`received_at < now() - interval '24 hours'`)
        .delete();
      if (gone > 0) logger.warn({ count: gone }, 'webhooks about unknown messages forgotten');
    },
  };
}

interface EarlyRow extends Omit<StatusReport, 'errorCode'> {
  readonly error_code: number | null;
}

/** A report with what is told by its reference and by its error. */
function asTold(report: StatusReport, ord: number): Told {
  const { wamid, status, at, errorCode: code } = report;
  const [, id = null, attempt = null] = REFERENCE.exec(report.reference ?? '') ?? [];
  // Before our own answer is written, a temporary refusal is the sender's to repeat.
  const temporary = code !== null && verdictOf(code, 400).do !== 'fail';
  return { ord, wamid, id, attempt: attempt === null ? null : Number(attempt), status, at, code, temporary };
}

export type WebhookInbox = ReturnType<typeof createWebhookInbox>;
