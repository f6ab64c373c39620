import type { Bus } from '@gerbang/service-kit/events/bus';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { markFailed, release } from './message-status.repository.ts';
import { type Claim, restRecipient } from './claims.repository.ts';
import {
  backoffSeconds,
  MAX_AGE_SECONDS,
  MAX_TRIES,
  recipientWaitSeconds,
  verdictOf,
} from './error-table.ts';
import { addSendJob, type SendJob } from './send-job.ts';
import { pauseForRate, pause, pauseSeconds } from './send-limits.repository.ts';

const UNKNOWN_WAIT_SECONDS = 600;
const CODE_AGAIN_SECONDS = 5;
const TOMORROW_SECONDS = 24 * 3600;

export interface SetbacksOptions {
  readonly db: Db;
  readonly bus: Bus;
  readonly logger: Logger;
  readonly random: () => number;
}

/** What becomes of a message that did not leave: it waits for another try, or has failed. */
export class Setbacks {
  readonly #db: Db;
  readonly #bus: Bus;
  readonly #logger: Logger;
  readonly #random: () => number;
  /** The error codes whose alarm was raised. */
  readonly #alarmed = new Set<number | null>();

  constructor({ db, bus, logger, random }: SetbacksOptions) {
    this.#db = db;
    this.#bus = bus;
    this.#logger = logger;
    this.#random = random;
  }

  #alarm(what: string, row: Claim, code: number | null): void {
    this.#logger.error(
      { alarm: what, kind: row.kind, errorCode: code, notification: row.id },
      'message alarm',
    );
  }

  /** Schedules a job for the time at which the row is due; if the queue fails, the sweeper finds the row. */
  async schedule(job: SendJob, waitMs: number): Promise<void> {
    try {
      await addSendJob(this.#bus, job, waitMs + 100);
    } catch (error) {
      this.#logger.warn({ err: error, notification: job.id }, 'the sweeper will ring for this message');
    }
  }

  async later(row: Claim, next: Parameters<typeof release>[2]): Promise<void> {
    const { id, priority, attempt } = row;
    if (await release(this.#db, row, next))
      await this.schedule({ id, priority, attempt }, next.seconds * 1000);
  }

  async laterOrFail(row: Claim, reason: string, code: number | null): Promise<void> {
    const tries = row.tries + 1;
    const seconds = backoffSeconds(tries, this.#random);
    if (tries >= MAX_TRIES || row.age_seconds + seconds > MAX_AGE_SECONDS) {
      await markFailed(this.#db, row, reason, code);
      return;
    }
    await this.later(row, { seconds, status: 'retry', reason, code, countTry: true });
  }

  async unknown(row: Claim): Promise<void> {
    const seconds = row.priority === 'code' ? CODE_AGAIN_SECONDS : UNKNOWN_WAIT_SECONDS;
    await this.later(row, {
      seconds,
      status: 'retry',
      state: 'unknown',
      reason: 'unknown',
      countUnknown: true,
    });
  }

  async refused(row: Claim, code: number | null, httpStatus: number): Promise<void> {
    const verdict = verdictOf(code, httpStatus);
    const held = { seconds: 0, status: 'retry' as const, reason: verdict.do, code };
    switch (verdict.do) {
      case 'retry':
        return this.laterOrFail(row, 'provider', code);
      case 'rate-limit':
        await pauseForRate(this.#db, code);
        return this.later(row, { ...held, seconds: await this.remainingPause(row) });
      case 'recipient-waits': {
        const seconds = recipientWaitSeconds(row.tries + 1);
        if (row.tries + 1 >= MAX_TRIES) return markFailed(this.#db, row, verdict.do, code);
        await this.later(row, { ...held, seconds, countTry: true });
        return restRecipient(this.#db, row.recipient_key, seconds);
      }
      case 'stop-bulk':
        if (await pause(this.#db, 'bulk', code)) this.#alarm('spam limit of our number', row, code);
        // The limit is about our number's quality: only bulk messages are paused, the others are retried.
        if (row.priority !== 'bulk') return this.laterOrFail(row, verdict.do, code);
        return this.later(row, { ...held, seconds: await this.remainingPause(row) });
      case 'tomorrow':
        if (row.age_seconds >= TOMORROW_SECONDS || row.tries > 0) {
          return markFailed(this.#db, row, verdict.do, code);
        }
        return this.later(row, { ...held, seconds: TOMORROW_SECONDS, countTry: true });
      case 'stop-all':
        if (await pause(this.#db, 'all', code)) this.#alarm('provider refuses our access', row, code);
        return this.later(row, { ...held, seconds: await this.remainingPause(row) });
      case 'hold-template':
        if (await pause(this.#db, `template:${row.kind}`, code))
          this.#alarm('template cannot be used at the provider', row, code);
        return this.later(row, { ...held, seconds: await this.remainingPause(row) });
      case 'fail':
        if (verdict.alarm === 'always' || (verdict.alarm === 'once' && !this.#alarmed.has(code))) {
          this.#alarmed.add(code);
          this.#alarm('message refused', row, code);
        }
        if (verdict.pauseTemplate) await pause(this.#db, `template:${row.kind}`, code);
        return markFailed(this.#db, row, 'refused', code);
    }
  }

  /** The remaining pause with jitter, so that waiting messages do not return at the same moment. */
  async remainingPause(row: Claim): Promise<number> {
    return (await pauseSeconds(this.#db, row)) + 0.2 + this.#random() * 2;
  }
}

/** The state to which an unsent message returns. */
export function priorOf(row: Claim): 'none' | 'unknown' {
  return row.prior === 'none' ? 'none' : 'unknown';
}
