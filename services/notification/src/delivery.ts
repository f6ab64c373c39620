import { randomUUID } from 'node:crypto';
import type { Bus } from '@gerbang/service-kit/bus';
import type { Database } from '@gerbang/service-kit/database';
import type { Logger } from '@gerbang/service-kit/logger';
import type { Sealer } from '@gerbang/service-kit/sealing';
import { z } from 'zod';
import {
  backoffSeconds,
  MAX_AGE_SECONDS,
  MAX_TRIES,
  recipientWaitSeconds,
  verdictOf,
} from './error-table.ts';
import { addSendJob, type Bell } from './send-job.ts';
import {
  beginSending,
  type Claim,
  claim,
  markFailed,
  markSent,
  nextBell,
  place,
  release,
  restRecipient,
} from './repository.ts';
import { pauseForRate, stop, stoppedFor } from './stops.ts';
import type { MessageProvider } from './whatsapp.ts';

const UNKNOWN_WAIT_SECONDS = 600;
const CODE_AGAIN_SECONDS = 5;
const MOST_UNKNOWNS = 2;
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
}

/** Sends one message by its lease and writes what became of it (reliability, Messages: Design 3 and 4, error table). */
export function createDelivery(options: DeliveryOptions) {
  const { database, bus, provider, columns, logger } = options;
  const db = database.knex;
  const owner = randomUUID();
  const random = options.random ?? Math.random;
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

  async function again(row: Claim, next: Parameters<typeof release>[3]): Promise<void> {
    const { id, priority, attempt } = row;
    if (await release(db, row, owner, next)) await ringLater({ id, priority, attempt }, next.seconds * 1000);
  }

  async function retryOrFail(row: Claim, reason: string, code: number | null): Promise<void> {
    const tries = row.tries + 1;
    const seconds = backoffSeconds(tries, random);
    if (tries >= MAX_TRIES || row.age_seconds + seconds > MAX_AGE_SECONDS) {
      await markFailed(db, row, owner, reason, code);
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
        if (row.tries + 1 >= MAX_TRIES) return markFailed(db, row, owner, verdict.do, code);
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
          return markFailed(db, row, owner, verdict.do, code);
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
        return markFailed(db, row, owner, 'refused', code);
    }
  }

  /** Rows that waited for the same stop come back spread over a few seconds. */
  async function pauseLeft(row: Claim): Promise<number> {
    return (await stoppedFor(db, row)) + 0.2 + random() * 2;
  }

  async function send(row: Claim, unknowns: number): Promise<void> {
    const to = recipientSchema.parse(columns.open(row.recipient_sealed, place('recipient', row.id)));
    const values = valuesSchema.parse(columns.open(row.params_sealed ?? '', place('params', row.id)));
    if (!(await beginSending(db, row, owner, unknowns))) return;
    const outcome = await provider.send({
      kind: row.kind,
      to,
      values,
      reference: `${row.id}:${row.attempt}`,
    });
    logger.info(
      { notification: row.id, kind: row.kind, attempt: row.attempt, outcome: outcome.is },
      'message sent',
    );
    if (outcome.is === 'accepted') await markSent(db, row, outcome.wamid);
    else if (outcome.is === 'refused') await refused(row, outcome.code, outcome.httpStatus);
    else if (outcome.is === 'not-sent') await retryOrFail(row, 'network', null);
    else await unknown(row);
  }

  return {
    /** Delivers the message where it is due and nobody else has it. */
    async deliver(id: string): Promise<void> {
      const row = await claim(db, id, owner);
      if (!row) {
        const next = await nextBell(db, id);
        if (next) await ringLater(next.bell, next.waitMs);
        return;
      }
      if (row.expired || !row.params_sealed) return markFailed(db, row, owner, 'expired');
      // A worker died between request and answer: the same as a timeout.
      const unknowns = row.unknowns + (row.prior === 'sending' ? 1 : 0);
      if (row.prior === 'sending' && (row.priority !== 'code' || unknowns >= MOST_UNKNOWNS))
        return unknown(row);
      if (unknowns >= MOST_UNKNOWNS) return markFailed(db, row, owner, 'unknown');
      const seconds = await stoppedFor(db, row);
      if (seconds > 0) {
        return again(row, {
          seconds: seconds + 0.2 + random() * 2,
          state: row.prior === 'sending' ? 'unknown' : row.prior,
          countUnknown: row.prior === 'sending',
        });
      }
      return send(row, unknowns);
    },
  };
}
