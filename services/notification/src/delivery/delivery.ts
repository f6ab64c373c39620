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
import { addSendJob, type Bell } from './send-job.ts';
import type { Begun } from './intake.ts';
import { createLeases } from './leases.ts';
import {
  type Claim,
  claim,
  freeLease,
  LEASE_SECONDS,
  markFailed,
  markSent,
  MOST_UNKNOWNS,
  nextBell,
  place,
  release,
  restRecipient,
  type Taken,
} from './repository.ts';
import { pauseForRate, stop, stoppedFor } from './stops.ts';
import type { MessageProvider } from './whatsapp.ts';

const UNKNOWN_WAIT_SECONDS = 600;
const CODE_AGAIN_SECONDS = 5;
/** A lease must outlive the longest send, or a second worker could send beside a slow one. */
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
  /** Milliseconds that never go back; they pass while the process stands still. */
  readonly clock?: () => number;
}

/** Sends one message by its lease and writes what became of it (reliability, Messages: Design 3 and 4, error table). */
export function createDelivery(options: DeliveryOptions) {
  const { database, bus, provider, columns, logger } = options;
  const db = database.knex;
  const leases = createLeases(randomUUID());
  const random = options.random ?? Math.random;
  const clock = options.clock ?? (() => performance.now());
  const accepted = batched<{ id: string; wamid: string }>((wave) => markSent(database, wave));
  const alarmed = new Set<number | null>();

  function alarm(what: string, row: Claim, code: number | null): void {
    logger.error({ alarm: what, kind: row.kind, errorCode: code, notification: row.id }, 'message alarm');
  }

  /** Rings again when the row is due; a bell that cannot be rung is left to the sweeper. */
  async function ringLater(bell: Bell, waitMs: number): Promise<void> {
    try {
      await addSendJob(bus, bell, waitMs + 100);
    } catch (error) {
      logger.warn({ err: error, notification: bell.id }, 'the sweeper will ring for this message');
    }
  }

  async function again(row: Claim, next: Parameters<typeof release>[2]): Promise<void> {
    const { id, priority, attempt } = row;
    if (await release(db, row, next)) await ringLater({ id, priority, attempt }, next.seconds * 1000);
  }

  async function retryOrFail(row: Claim, reason: string, code: number | null): Promise<void> {
    const tries = row.tries + 1;
    const seconds = backoffSeconds(tries, random);
    if (tries >= MAX_TRIES || row.age_seconds + seconds > MAX_AGE_SECONDS) {
      await markFailed(db, row, reason, code);
      return;
    }
    await again(row, { seconds, status: 'retry', reason, code, countTry: true });
  }

  async function unknown(row: Claim): Promise<void> {
    const seconds = row.priority === 'code' ? CODE_AGAIN_SECONDS : UNKNOWN_WAIT_SECONDS;
    await again(row, { seconds, status: 'retry', state: 'unknown', reason: 'unknown', countUnknown: true });
  }

  async function refused(row: Claim, code: number | null, httpStatus: number): Promise<void> {
    const verdict = verdictOf(code, httpStatus);
    const held = { seconds: 0, status: 'retry' as const, reason: verdict.do, code };
    switch (verdict.do) {
      case 'retry':
        return retryOrFail(row, 'provider', code);
      case 'rate-limit':
        await pauseForRate(db, code);
        return again(row, { ...held, seconds: await pauseLeft(row) });
      case 'recipient-waits': {
        const seconds = recipientWaitSeconds(row.tries + 1);
        if (row.tries + 1 >= MAX_TRIES) return markFailed(db, row, verdict.do, code);
        await again(row, { ...held, seconds, countTry: true });
        return restRecipient(db, row.recipient_key, seconds);
      }
      case 'stop-bulk':
        if (await stop(db, 'bulk', code)) alarm('spam limit of our number', row, code);
        // The limit is about our number's quality: what is not bulk tries again by itself.
        if (row.priority !== 'bulk') return retryOrFail(row, verdict.do, code);
        return again(row, { ...held, seconds: await pauseLeft(row) });
      case 'tomorrow':
        if (row.age_seconds >= TOMORROW_SECONDS || row.tries > 0) {
          return markFailed(db, row, verdict.do, code);
        }
        return again(row, { ...held, seconds: TOMORROW_SECONDS, countTry: true });
      case 'stop-all':
        if (await stop(db, 'all', code)) alarm('provider refuses our access', row, code);
        return again(row, { ...held, seconds: await pauseLeft(row) });
      case 'hold-template':
        if (await stop(db, `template:${row.kind}`, code)) alarm('template paused at the provider', row, code);
        return again(row, { ...held, seconds: await pauseLeft(row) });
      case 'fail':
        if (verdict.alarm === 'always' || (verdict.alarm === 'once' && !alarmed.has(code))) {
          alarmed.add(code);
          alarm('message refused', row, code);
        }
        if (verdict.pauseTemplate) await stop(db, `template:${row.kind}`, code);
        return markFailed(db, row, 'refused', code);
    }
  }

  /** Rows that waited for the same stop come back spread over a few seconds. */
  async function pauseLeft(row: Claim): Promise<number> {
    return (await stoppedFor(db, row)) + 0.2 + random() * 2;
  }

  /** What the row says; one that cannot be opened is given back as it was, for it has not been sent. */
  async function opened(row: Taken): Promise<{ to: string; values: string[] }> {
    try {
      return {
        to: recipientSchema.parse(columns.open(row.recipient_sealed, place('recipient', row.id))),
        values: valuesSchema.parse(columns.open(row.params_sealed ?? '', place('params', row.id))),
      };
    } catch (error) {
      await release(db, row, { seconds: LEASE_SECONDS, state: priorOf(row) });
      throw error;
    }
  }

  /**
   * Sends what is marked as being sent. The last look before the request leaves: the lease, asked for at `asked`, is long
   * enough, whatever this process stood still for since (reliability, F3).
   */
  async function send({ row, to, values }: Begun, asked: number): Promise<void> {
    if (clock() - asked > (LEASE_SECONDS - SEND_MARGIN_SECONDS) * 1000) {
      return again(row, { seconds: 0, status: 'retry', state: priorOf(row) });
    }
    const { id, kind, attempt } = row;
    const outcome = await provider.send({ kind, to, values, reference: `${id}:${attempt}` });
    logger.info({ notification: id, kind, attempt, outcome: outcome.is }, 'message sent');
    if (outcome.is === 'accepted') await accepted({ id, wamid: outcome.wamid });
    else if (outcome.is === 'refused') await refused(row, outcome.code, outcome.httpStatus);
    else if (outcome.is === 'not-sent') await retryOrFail(row, 'network', null);
    else await unknown(row);
  }

  /** Why a message was taken but not begun, and what becomes of it. */
  async function hold(row: Taken): Promise<void> {
    if (row.expired || !row.params_sealed) return markFailed(db, row, 'expired');
    // A worker died between request and answer: the same as a timeout.
    const unknowns = row.unknowns + (row.prior === 'sending' ? 1 : 0);
    if (row.prior === 'sending' && (row.priority !== 'code' || unknowns >= MOST_UNKNOWNS))
      return unknown(row);
    if (unknowns >= MOST_UNKNOWNS) return markFailed(db, row, 'unknown');
    return again(row, {
      seconds: await pauseLeft(row),
      state: priorOf(row),
      countUnknown: row.prior === 'sending',
    });
  }

  /** Takes the lease; where this process itself may have it without knowing, it is given back first. */
  async function take(id: string): Promise<Taken | null> {
    const lease = () => leases.take([id], (name) => claim(database, id, name));
    const row = await lease();
    const names = row ? [] : leases.unanswered(id);
    if (names.length === 0) return row;
    // The look for the lease has waited for a statement that was still at work.
    const freed = await freeLease(db, id, names);
    leases.forget(id);
    return freed ? lease() : null;
  }

  return {
    leases,
    /** Sends a message that its intake has begun; `asked` is when it asked for the lease, by `clock`. */
    send,
    clock,
    /** Delivers the message where it is due and nobody else has it. */
    async deliver(id: string): Promise<void> {
      const asked = clock();
      const row = await take(id);
      if (row?.begun) return send({ row, ...(await opened(row)) }, asked);
      if (row) return hold(row);
      const next = await nextBell(db, id);
      if (next) await ringLater(next.bell, next.waitMs);
    },
  };
}

/** The state that a message which is given back unsent was in before. */
function priorOf(row: Claim): 'none' | 'unknown' {
  return row.prior === 'none' ? 'none' : 'unknown';
}
