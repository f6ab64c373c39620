import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database, Db } from '@gerbang/service-kit/database';
import type { Logger } from '@gerbang/service-kit/logger';
import { z } from 'zod';
import { verdictOf } from './error-table.ts';

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
export function isSigned(body: Buffer, header: unknown, appSecret: string): boolean {
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

/**
 * Moves the row of a report forward; false where no row is known yet. A lower rank changes nothing, and neither does a
 * failure or an acceptance of a sending before the last resend: reports come again for days. That it arrived counts.
 */
async function apply(db: Db, report: StatusReport): Promise<boolean> {
  const [, id = null, attempt = null] = REFERENCE.exec(report.reference ?? '') ?? [];
  const values = {
    wamid: report.wamid,
    id,
    attempt,
    at: report.at,
    read: report.status === 'read',
    code: report.errorCode,
    // Before our own answer is written, a temporary refusal is the sender's to repeat.
    temporary: report.errorCode !== null && verdictOf(report.errorCode, 400).do !== 'fail',
  };
  const { rows } = await db.raw(
    `select id from notifications where wamid = :wamid or id = :id::uuid order by (wamid = :wamid) desc nulls last
     limit 1 for update`,
    values,
  );
  if (rows.length === 0) return false;
  const row = { ...values, row: rows[0].id };
  const erase = `params_sealed = case when priority = 'code' then null else params_sealed end, attempt_state = 'none',
    wamid = coalesce(wamid, :wamid)`;
  const present = '(:attempt::integer is null or :attempt::integer > resend_floor)';
  if (report.status === 'failed') {
    await db.raw(
      `update notifications set status = 'failed', reason = 'reported', error_code = coalesce(:code::integer, error_code),
         failed_at = now(), ${erase}
       where id = :row and ${present} and (status = 'sent' or (status in ('pending', 'retry') and not :temporary))`,
      row,
    );
  } else if (report.status === 'sent') {
    await db.raw(
      `update notifications set status = 'sent', sent_at = coalesce(sent_at, :at), reason = null, ${erase}
       where id = :row and ${present} and status in ('pending', 'retry')`,
      row,
    );
  } else {
    await db.raw(
      `update notifications set status = 'delivered', sent_at = coalesce(sent_at, :at), reason = null,
         delivered_at = coalesce(delivered_at, :at), read_at = case when :read then coalesce(read_at, :at) else read_at end,
         ${erase}
       where id = :row`,
      row,
    );
  }
  return true;
}

/** Applies webhooks in any order and number; one that overtook its message is kept for a day and tried again. */
export function createWebhookInbox(database: Database, logger: Logger) {
  return {
    async receive(reports: readonly StatusReport[]): Promise<void> {
      // In one order everywhere, so that two webhooks about the same messages cannot lock each other.
      const sorted = [...reports].sort((left, right) => (left.wamid < right.wamid ? -1 : 1));
      await database.transaction(async (trx) => {
        for (const report of sorted) {
          if (await apply(trx, report)) continue;
          await trx('early_webhooks')
            .insert({
              wamid: report.wamid,
              status: report.status,
              reference: report.reference,
              error_code: report.errorCode,
              at: report.at,
            })
            .onConflict(['wamid', 'status'])
            .ignore();
        }
      });
    },
    /** Tries what was kept once more; forgets what is older than a day. */
    async retryEarly(): Promise<void> {
      await database.transaction(async (trx) => {
        const { rows } = await trx.raw(
          'select * from early_webhooks order by wamid, at limit 500 for update skip locked',
        );
        for (const row of rows) {
          const report = { ...row, errorCode: row.error_code } as StatusReport;
          if (await apply(trx, report)) {
            await trx('early_webhooks').where({ wamid: row.wamid, status: row.status }).delete();
          }
        }
        const gone = await trx('early_webhooks')
          .whereRaw(`received_at < now() - interval '24 hours'`)
          .delete();
        if (gone > 0) logger.warn({ count: gone }, 'webhooks about unknown messages forgotten');
      });
    },
  };
}

export type WebhookInbox = ReturnType<typeof createWebhookInbox>;
