import { randomUUID } from 'node:crypto';
import type { Bus } from '@gerbang/service-kit/events/bus';
import { batched } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Sealer } from '@gerbang/service-kit/data/sealing';
import { z } from 'zod';
import {
  backoffSeconds,
  MAX_AGE_SECONDS,
  MAX_TRIES,
  recipientWaitSeconds,
  verdictOf,
} from './error-table.ts';
import { addSendJob, type SendJob } from './send-job.ts';
import type { Begun } from './intake.ts';
import { createLeases } from './leases.ts';
import {
  type Claim,
  claim,
  freeLease,
  LEASE_SECONDS,
  markFailed,
  markSent,
  MAX_UNKNOWNS,
  messageAad,
  release,
  restRecipient,
  type Taken,
} from './claims.repository.ts';
import { nextSendJob } from './due-messages.repository.ts';
import { pauseForRate, pause, pauseSeconds } from './send-pauses.ts';
import type { MessageProvider } from './whatsapp.ts';

const UNKNOWN_WAIT_SECONDS = 600;
const CODE_AGAIN_SECONDS = 5;
/** A lease must last longer than the longest send, or a second worker could send at the same time. */
const SEND_MARGIN_SECONDS = 20;
const TOMORROW_SECONDS = 24 * 3600;

const recipientSchema = z.string().min(8);
const valuesSchema = z.array(z.string());

export interface DeliveryOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly provider: MessageProvider;
  readonly columns: Sealer;
  readonly logger: Logger;
  readonly random?: () => number;
  /** Monotonic milliseconds that also pass while the process is suspended. */
  readonly clock?: () => number;
}

/** Sends leased messages and writes their outcome. */
export function createDelivery(options: DeliveryOptions) {
  const { database, bus, provider, columns, logger } = options;
  const db = database.knex;
  const leases = createLeases(randomUUID());
  const random = options.random ?? Math.random;
  const clock = options.clock ?? (() => performance.now());
  const accepted = batched<{ id: string; wamid: string }>((batch) => markSent(database, batch));
  const alarmed = new Set<number | null>();

  function alarm(what: string, row: Claim, code: number | null): void {
    logger.error({ alarm: what, kind: row.kind, errorCode: code, notification: row.id }, 'message alarm');
  }

  /** Schedules a job for the time at which the row is due; if the queue fails, the sweeper finds the row. */
  async function scheduleJob(job: SendJob, waitMs: number): Promise<void> {
    try {
      await addSendJob(bus, job, waitMs + 100);
    } catch (error) {
      logger.warn({ err: error, notification: job.id }, 'the sweeper will ring for this message');
    }
  }

  async function retryLater(row: Claim, next: Parameters<typeof release>[2]): Promise<void> {
    const { id, priority, attempt } = row;
    if (await release(db, row, next)) await scheduleJob({ id, priority, attempt }, next.seconds * 1000);
  }

  async function retryOrFail(row: Claim, reason: string, code: number | null): Promise<void> {
    const tries = row.tries + 1;
    const seconds = backoffSeconds(tries, random);
    if (tries >= MAX_TRIES || row.age_seconds + seconds > MAX_AGE_SECONDS) {
      await markFailed(db, row, reason, code);
      return;
    }
    await retryLater(row, { seconds, status: 'retry', reason, code, countTry: true });
  }

  async function unknown(row: Claim): Promise<void> {
    const seconds = row.priority === 'code' ? CODE_AGAIN_SECONDS : UNKNOWN_WAIT_SECONDS;
    await retryLater(row, {
      seconds,
      status: 'retry',
      state: 'unknown',
      reason: 'unknown',
      countUnknown: true,
    });
  }

  async function refused(row: Claim, code: number | null, httpStatus: number): Promise<void> {
    const verdict = verdictOf(code, httpStatus);
    const held = { seconds: 0, status: 'retry' as const, reason: verdict.do, code };
    switch (verdict.do) {
      case 'retry':
        return retryOrFail(row, 'provider', code);
      case 'rate-limit':
        await pauseForRate(db, code);
        return retryLater(row, { ...held, seconds: await remainingPause(row) });
      case 'recipient-waits': {
        const seconds = recipientWaitSeconds(row.tries + 1);
        if (row.tries + 1 >= MAX_TRIES) return markFailed(db, row, verdict.do, code);
        await retryLater(row, { ...held, seconds, countTry: true });
        return restRecipient(db, row.recipient_key, seconds);
      }
      case 'stop-bulk':
        if (await pause(db, 'bulk', code)) alarm('spam limit of our number', row, code);
        // The limit is about our number's quality: only bulk messages are paused, the others are retried.
        if (row.priority !== 'bulk') return retryOrFail(row, verdict.do, code);
        return retryLater(row, { ...held, seconds: await remainingPause(row) });
      case 'tomorrow':
        if (row.age_seconds >= TOMORROW_SECONDS || row.tries > 0) {
          return markFailed(db, row, verdict.do, code);
        }
        return retryLater(row, { ...held, seconds: TOMORROW_SECONDS, countTry: true });
      case 'stop-all':
        if (await pause(db, 'all', code)) alarm('provider refuses our access', row, code);
        return retryLater(row, { ...held, seconds: await remainingPause(row) });
      case 'hold-template':
        if (await pause(db, `template:${row.kind}`, code))
          alarm('template paused at the provider', row, code);
        return retryLater(row, { ...held, seconds: await remainingPause(row) });
      case 'fail':
        if (verdict.alarm === 'always' || (verdict.alarm === 'once' && !alarmed.has(code))) {
          alarmed.add(code);
          alarm('message refused', row, code);
        }
        if (verdict.pauseTemplate) await pause(db, `template:${row.kind}`, code);
        return markFailed(db, row, 'refused', code);
    }
  }

  /** The remaining pause with jitter, so that waiting messages do not return at the same moment. */
  async function remainingPause(row: Claim): Promise<number> {
    return (await pauseSeconds(db, row)) + 0.2 + random() * 2;
  }

  /** Opens the row's values; if that fails the message is released unsent. */
  async function opened(row: Taken): Promise<{ to: string; values: string[] }> {
    try {
      return {
        to: recipientSchema.parse(columns.open(row.recipient_sealed, messageAad('recipient', row.id))),
        values: valuesSchema.parse(columns.open(row.params_sealed ?? '', messageAad('params', row.id))),
      };
    } catch (error) {
      await release(db, row, { seconds: LEASE_SECONDS, state: priorOf(row) });
      throw error;
    }
  }

  /**
   * Sends a message that is marked as being sent. The last check before the request: enough of the lease, requested at
   * `leasedAt`, is left, even if the process was suspended in between.
   */
  async function send({ row, to, values }: Begun, leasedAt: number): Promise<void> {
    if (clock() - leasedAt > (LEASE_SECONDS - SEND_MARGIN_SECONDS) * 1000) {
      return retryLater(row, { seconds: 0, status: 'retry', state: priorOf(row) });
    }
    const { id, kind, attempt } = row;
    const outcome = await provider.send({ kind, to, values, reference: `${id}:${attempt}` });
    logger.info({ notification: id, kind, attempt, outcome: outcome.is }, 'message sent');
    if (outcome.is === 'accepted') await accepted({ id, wamid: outcome.wamid });
    else if (outcome.is === 'refused') await refused(row, outcome.code, outcome.httpStatus);
    else if (outcome.is === 'not-sent') await retryOrFail(row, 'network', null);
    else await unknown(row);
  }

  /** Handles a message that was leased but must not be sent now. */
  async function hold(row: Taken): Promise<void> {
    if (row.expired || !row.params_sealed) return markFailed(db, row, 'expired');
    // A worker died between request and response: like a timeout.
    const unknowns = row.unknowns + (row.prior === 'sending' ? 1 : 0);
    if (row.prior === 'sending' && (row.priority !== 'code' || unknowns >= MAX_UNKNOWNS)) return unknown(row);
    if (unknowns >= MAX_UNKNOWNS) return markFailed(db, row, 'unknown');
    return retryLater(row, {
      seconds: await remainingPause(row),
      state: priorOf(row),
      countUnknown: row.prior === 'sending',
    });
  }

  /** Leases the message. If an earlier lease of this process got no response from the database, it is released first. */
  async function take(id: string): Promise<Taken | null> {
    const lease = () => leases.take([id], (name) => claim(database, id, name));
    const row = await lease();
    const names = row ? [] : leases.unanswered(id);
    if (names.length === 0) return row;
    // This statement has waited for the row lock of the earlier one.
    const freed = await freeLease(db, id, names);
    leases.forget(id);
    return freed ? lease() : null;
  }

  return {
    leases,
    /** Sends a message that the intake has leased; `leasedAt` is the time of that request by `clock`. */
    send,
    clock,
    /** Delivers the message if it is due and not leased by another worker. */
    async deliver(id: string): Promise<void> {
      const leasedAt = clock();
      const row = await take(id);
      if (row?.begun) return send({ row, ...(await opened(row)) }, leasedAt);
      if (row) return hold(row);
      const next = await nextSendJob(db, id);
      if (next) await scheduleJob(next.job, next.waitMs);
    },
  };
}

/** The state to which an unsent message returns. */
function priorOf(row: Claim): 'none' | 'unknown' {
  return row.prior === 'none' ? 'none' : 'unknown';
}
