import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { batched } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { z } from 'zod';
import { verdictOf } from '../delivery/error-table.ts';
import { applyReports, type ReportRow } from '../delivery/message-status.repository.ts';
import { type EarlyReport, earlyReports, forgetEarly, keepEarly } from './webhook.repository.ts';

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

/** Constant-time comparison; texts of different lengths differ at once. */
export function sameSecret(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether `X-Hub-Signature-256` is the HMAC of exactly these bytes. */
export function isSigned(body: Buffer, header: unknown, appSecret: KeyObject): boolean {
  if (typeof header !== 'string') return false;
  return sameSecret(header, `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);
}

/** The status reports of a webhook; unknown kinds of webhooks and statuses are ignored. */
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

/** Applies webhooks in any order and number; one that arrives before its message is kept for a day and retried. */
export function createWebhookInbox(database: Database, logger: Logger) {
  /** Applies reports; returns those whose message is not known yet. */
  async function apply(reports: readonly StatusReport[]): Promise<StatusReport[]> {
    let left = reports;
    const early: StatusReport[] = [];
    while (left.length > 0) {
      const batch = left;
      const outcomes = await applyReports(database, batch.map(toReportRow));
      early.push(...batch.filter((_report, at) => !outcomes.has(at)));
      left = batch.filter((_report, at) => outcomes.get(at) === 'later');
    }
    return early;
  }

  let gatherMs = () => 0;
  // Webhooks that arrive together share a statement: there are three for each message.
  const write = batched<readonly StatusReport[]>(
    async (batch) => {
      const early = await apply(batch.flat());
      if (early.length > 0) await keepEarly(database.knex, early.map(toEarly));
    },
    Number.POSITIVE_INFINITY,
    () => gatherMs(),
  );

  return {
    /** Lets reports wait so many milliseconds for others; a report is confirmed only after it is written. */
    gatherFor(milliseconds: () => number): void {
      gatherMs = milliseconds;
    },
    receive: (reports: readonly StatusReport[]): Promise<void> => write(reports),
    /** Retries the kept webhooks and deletes those older than a day. */
    async retryEarly(): Promise<void> {
      const kept = (await earlyReports(database.knex)).map(fromEarly);
      const early = new Set(await apply(kept));
      const done = kept.filter((report) => !early.has(report)).map(toEarly);
      const gone = await forgetEarly(database.knex, done);
      if (gone > 0) logger.warn({ count: gone }, 'webhooks about unknown messages forgotten');
    },
  };
}

const toEarly = ({ errorCode, ...report }: StatusReport): EarlyReport => ({
  ...report,
  error_code: errorCode,
});
const fromEarly = ({ error_code: errorCode, status, ...report }: EarlyReport): StatusReport => ({
  ...report,
  status: status as StatusReport['status'],
  errorCode,
});

/** A report with message id and attempt from its reference. */
function toReportRow(report: StatusReport, ord: number): ReportRow {
  const { wamid, status, at, errorCode: code } = report;
  const [, id = null, attempt = null] = REFERENCE.exec(report.reference ?? '') ?? [];
  // While the send's outcome is not written yet, a temporary refusal is left to the sender's retry.
  const temporary = code !== null && verdictOf(code, 400).do !== 'fail';
  return { ord, wamid, id, attempt: attempt === null ? null : Number(attempt), status, at, code, temporary };
}

export type WebhookInbox = ReturnType<typeof createWebhookInbox>;
