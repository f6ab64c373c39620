import type { Database } from '@gerbang/service-kit/data/database';
import { batched } from '@gerbang/service-kit/events/consumers';
import type { KeyRing, Sealer } from '@gerbang/service-kit/data/sealing';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { z } from 'zod';
import { LEASE_SECONDS, MAX_UNKNOWNS, messageAad } from '../delivery/claims.repository.ts';
import { freeWave } from '../delivery/waves.repository.ts';
import { backoffSeconds, MAX_TRIES } from '../delivery/error-table.ts';
import { createLeases } from '../delivery/leases.ts';
import { pause } from '../delivery/send-limits.repository.ts';
import type { MessageProvider, Outcome } from '../delivery/whatsapp.ts';
import { markFailed, markSent, release } from '../delivery/message-status.repository.ts';
import { blockAddress } from '../accounts/blocked-addresses.repository.ts';
import { claimLetters, type TakenLetter } from './claim-letters.repository.ts';

/** Letters on their way at once, and the connections to the mail server. */
const AT_ONCE = 4;
const AGAIN_MS = 5000;
/** The lease must outlast the slowest send, or a second worker could send at the same time. */
const SEND_MARGIN_SECONDS = 15;
const UNKNOWN_WAIT_SECONDS = 600;
const CODE_AGAIN_SECONDS = 5;
/** How long letters wait while the mail server cannot be reached, before one of them tries again. */
const AWAY_SECONDS = 60;
/** A letter that no mail server took for so long is given up. */
const MAX_AGE_SECONDS = 3 * 24 * 3600;
/** Replies that speak of our own access: all letters wait. */
const ACCESS_REPLIES = new Set([454, 530, 534, 535, 538]);

const valuesSchema = z.array(z.string());

export interface LetterSenderOptions {
  readonly database: Database;
  readonly provider: MessageProvider;
  readonly columns: Sealer;
  readonly columnKeys: KeyRing;
  readonly logger: Logger;
  readonly random?: () => number;
}

/**
 * Sends the letters that are due. The rows are the work: it has no jobs, and looks for rows whenever it is woken and every
 * few seconds. It is apart from the senders of WhatsApp, so that a slow mail server delays none of their messages.
 */
export class LetterSender {
  readonly #options: LetterSenderOptions;
  readonly #leases = createLeases(`letters/${crypto.randomUUID()}`);
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  /** Notes letters that the mail server took; those that it takes meanwhile share the next statement. */
  readonly #accepted: (letter: { readonly id: string; readonly wamid: string }) => Promise<void>;

  constructor(options: LetterSenderOptions) {
    this.#options = options;
    this.#accepted = batched((some) => markSent(options.database, some));
  }

  /** Looks for letters that are due and sends them. */
  readonly wake = (): void => {
    this.#again = true;
    if (this.#closed || this.#running) return;
    clearTimeout(this.#timer);
    this.#running = this.drain()
      .catch((error: unknown) => this.#options.logger.warn({ err: error }, 'letters are tried again'))
      .finally(() => {
        this.#running = undefined;
        if (this.#closed) return;
        if (this.#again) this.wake();
        else this.#timer = setTimeout(this.wake, AGAIN_MS);
      });
  };

  /** Sends until no letter is due. */
  async drain(): Promise<void> {
    const { database, logger } = this.#options;
    while (!this.#closed) {
      this.#again = false;
      const leasedAt = performance.now();
      const name = this.#leases.name();
      const letters = await claimLetters(database, AT_ONCE, name).catch(async (error: unknown) => {
        await freeWave(database.knex, name);
        throw error;
      });
      if (letters.length === 0) return;
      const outcomes = await Promise.allSettled(letters.map((letter) => this.#sendTaken(letter, leasedAt)));
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected')
          logger.warn({ err: outcome.reason }, 'a letter stays leased until it is due again');
      }
    }
  }

  async #sendTaken(row: TakenLetter, leasedAt: number): Promise<void> {
    const { database, provider, columns, logger } = this.#options;
    const db = database.knex;
    if (!row.begun) return this.#hold(row);
    const recipient = z.string().parse(columns.open(row.recipient_sealed, messageAad('recipient', row.id)));
    // The number of a message that went over to e-mail, or the address of a letter.
    const to = recipient.includes('@') ? recipient : row.email;
    if (to === null) return markFailed(db, row, 'no-address');
    const values = valuesSchema.parse(columns.open(row.params_sealed ?? '', messageAad('params', row.id)));
    const late = performance.now() - leasedAt > (LEASE_SECONDS - SEND_MARGIN_SECONDS) * 1000;
    if (late)
      return void (await release(db, row, { seconds: 0, state: row.prior === 'none' ? 'none' : 'unknown' }));
    const outcome = await provider.send({ kind: row.kind, to, values, reference: row.id });
    logger.info(
      { notification: row.id, kind: row.kind, attempt: row.attempt, outcome: outcome.is },
      'letter sent',
    );
    return this.#settle(row, to, outcome);
  }

  async #settle(row: TakenLetter, to: string, outcome: Outcome): Promise<void> {
    const { database, columnKeys } = this.#options;
    const db = database.knex;
    switch (outcome.is) {
      case 'accepted':
        return this.#accepted({ id: row.id, wamid: outcome.wamid });
      case 'not-sent':
        await pause(db, 'email', null, AWAY_SECONDS);
        return this.#later(row, 'mail-network', AWAY_SECONDS);
      case 'unknown':
        await release(db, row, {
          seconds: row.priority === 'code' ? CODE_AGAIN_SECONDS : UNKNOWN_WAIT_SECONDS,
          status: 'retry',
          state: 'unknown',
          reason: 'mail-unknown',
          countUnknown: true,
        });
        return undefined;
      case 'refused': {
        const { code, isGone } = outcome;
        if (isGone) {
          await blockAddress(database, columnKeys, to, 'bounced');
          return markFailed(db, row, 'bounced');
        }
        if (code !== null && ACCESS_REPLIES.has(code)) {
          if (await pause(db, 'email', code)) this.#alarm('mail server refuses our access', row, code);
          return this.#later(row, 'mail-access', AWAY_SECONDS);
        }
        if (code !== null && code < 500) return this.#retry(row);
        this.#alarm('letter refused', row, code);
        return markFailed(db, row, 'mail-refused');
      }
    }
  }

  #alarm(alarm: string, { id, kind }: TakenLetter, reply: number | null): void {
    this.#options.logger.error({ alarm, kind, reply, notification: id }, 'message alarm');
  }

  /** Waits for the mail server, which does not count as a try of this letter. */
  async #later(row: TakenLetter, reason: string, seconds: number): Promise<void> {
    const { database, random = Math.random } = this.#options;
    if (row.age_seconds > MAX_AGE_SECONDS) return markFailed(database.knex, row, reason);
    const wait = seconds * (1 + random() / 5);
    await release(database.knex, row, { seconds: wait, status: 'retry', reason });
  }

  /** Tries a letter again that was refused for now. */
  async #retry(row: TakenLetter): Promise<void> {
    const { database, random } = this.#options;
    const tries = row.tries + 1;
    if (tries >= MAX_TRIES) return markFailed(database.knex, row, 'mail-refused');
    const seconds = backoffSeconds(tries, random);
    await release(database.knex, row, { seconds, status: 'retry', reason: 'mail-busy', countTry: true });
  }

  /** Handles a letter that must not be sent now. */
  async #hold(row: TakenLetter): Promise<void> {
    const { database } = this.#options;
    if (row.expired || !row.params_sealed) return markFailed(database.knex, row, 'expired');
    const unknowns = row.unknowns + (row.prior === 'sending' ? 1 : 0);
    if (unknowns >= MAX_UNKNOWNS) return markFailed(database.knex, row, 'mail-unknown');
    // A worker died between request and reply.
    await release(database.knex, row, {
      seconds: row.priority === 'code' ? CODE_AGAIN_SECONDS : UNKNOWN_WAIT_SECONDS,
      status: 'retry',
      state: 'unknown',
      reason: 'mail-unknown',
      countUnknown: row.prior === 'sending',
    });
    return undefined;
  }

  /** Resolves when the letters in hand are sent. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
