import { randomUUID } from 'node:crypto';
import type { Bus } from '@gerbang/service-kit/events/bus';
import { batched } from '@gerbang/service-kit/events/consumers';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Sealer } from '@gerbang/service-kit/data/sealing';
import { z } from 'zod';
import { markFailed, markSent, release } from './message-status.repository.ts';
import type { Begun } from './intake.ts';
import { createLeases, type Leases } from './leases.ts';
import {
  type Claim,
  claim,
  freeLease,
  LEASE_SECONDS,
  MAX_UNKNOWNS,
  messageAad,
  type Taken,
} from './claims.repository.ts';
import { nextSendJob } from './due-messages.repository.ts';
import type { AnyKind } from '@gerbang/contracts/message-kinds';
import { releaseUnreached } from './send-limits.repository.ts';
import { priorOf, Setbacks } from './setbacks.ts';
import type { MessageProvider, Outcome } from './whatsapp.ts';

/** A lease must last longer than the longest send, or a second worker could send at the same time. */
const SEND_MARGIN_SECONDS = 20;
/** The provider's responses to a wave come within about this time; those that do are written together. */
const GATHER_MS = 50;
const FREE_EVERY_MS = 60_000;

const recipientSchema = z.string().min(8);
const valuesSchema = z.array(z.string());

interface Accepted {
  readonly id: string;
  readonly wamid: string;
}

export interface DeliveryOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly provider: MessageProvider;
  readonly columns: Sealer;
  /** The name by which a kind is registered at the provider. */
  readonly templateName: (kind: AnyKind) => Promise<string>;
  readonly logger: Logger;
  readonly random?: () => number;
  /** Monotonic milliseconds that also pass while the process is suspended. */
  readonly clock?: () => number;
}

/** Sends leased messages and writes their outcome. */
export class Delivery {
  readonly leases: Leases = createLeases(randomUUID());
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly #database: Database;
  readonly #db: Db;
  readonly #provider: MessageProvider;
  readonly #columns: Sealer;
  readonly #templateName: DeliveryOptions['templateName'];
  readonly #logger: Logger;
  readonly #setbacks: Setbacks;
  readonly #accepted: (message: Accepted) => Promise<void>;
  /** Notes an accepted message that is not a code; all of a wave share the statement. */
  readonly #acceptedInWave: (message: Accepted) => Promise<void>;
  /** Whether messages may wait for the provider's return; a process that has just started does not know. */
  #sawOutage = true;
  #freedAt = Number.NEGATIVE_INFINITY;

  constructor(options: DeliveryOptions) {
    this.#database = options.database;
    this.#db = options.database.knex;
    this.#provider = options.provider;
    this.#columns = options.columns;
    this.#templateName = options.templateName;
    this.#logger = options.logger;
    const { bus, logger, random = Math.random } = options;
    this.#setbacks = new Setbacks({ db: this.#db, bus, logger, random });
    this.clock = options.clock ?? (() => performance.now());
    const write = (batch: readonly Accepted[]) => markSent(options.database, batch);
    this.#accepted = batched(write);
    this.#acceptedInWave = batched(write, Number.POSITIVE_INFINITY, () => GATHER_MS);
  }

  /** Opens the row's values; if that fails the message is released unsent. */
  async #opened(row: Taken): Promise<{ to: string; values: string[] }> {
    try {
      return {
        to: recipientSchema.parse(this.#columns.open(row.recipient_sealed, messageAad('recipient', row.id))),
        values: valuesSchema.parse(this.#columns.open(row.params_sealed ?? '', messageAad('params', row.id))),
      };
    } catch (error) {
      await release(this.#db, row, { seconds: LEASE_SECONDS, state: priorOf(row) });
      throw error;
    }
  }

  /**
   * Sends a message that is marked as being sent. The last check before the request: enough of the lease, requested at
   * `leasedAt`, is left, even if the process was suspended in between.
   */
  async send({ row, to, values }: Begun, leasedAt: number): Promise<void> {
    if (this.clock() - leasedAt > (LEASE_SECONDS - SEND_MARGIN_SECONDS) * 1000) {
      return this.#setbacks.later(row, { seconds: 0, status: 'retry', state: priorOf(row) });
    }
    const { id, kind, attempt } = row;
    const name = await this.#templateName(kind);
    const outcome = await this.#provider.send({ kind, name, to, values, reference: `${id}:${attempt}` });
    this.#logOutcome(row, outcome);
    const accepted = row.priority === 'code' ? this.#accepted : this.#acceptedInWave;
    if (outcome.is === 'accepted') {
      await accepted({ id, wamid: outcome.wamid });
      await this.#freeAfterOutage();
    } else if (outcome.is === 'refused') await this.#setbacks.refused(row, outcome.code, outcome.httpStatus);
    else if (outcome.is === 'not-sent') {
      this.#sawOutage = true;
      await this.#setbacks.laterOrFail(row, 'network', null);
    } else await this.#setbacks.unknown(row);
  }

  /** A message that did not leave is a warning with its reason; nothing of the recipient or the text is in the line. */
  #logOutcome({ id, kind, attempt }: Claim, outcome: Outcome): void {
    const line = { notification: id, kind, attempt, outcome: outcome.is };
    if (outcome.is === 'accepted') return this.#logger.info(line, 'message sent');
    const reason =
      outcome.is === 'refused'
        ? { errorCode: outcome.code, httpStatus: outcome.httpStatus }
        : { cause: outcome.cause };
    this.#logger.warn({ ...line, ...reason }, 'message not sent');
  }

  /**
   * After a success the messages that waited for the provider's return go at once: their pauses have grown with the outage.
   * At most once a minute, so that a connection that comes and goes does not use up their tries.
   */
  async #freeAfterOutage(): Promise<void> {
    if (!this.#sawOutage || this.clock() - this.#freedAt < FREE_EVERY_MS) return;
    this.#sawOutage = false;
    this.#freedAt = this.clock();
    const freed = await releaseUnreached(this.#db);
    if (freed > 0) this.#logger.info({ count: freed }, 'messages that waited for the provider go now');
  }

  /** Handles a message that was leased but must not be sent now. */
  async #hold(row: Taken): Promise<void> {
    if (row.expired || !row.params_sealed) return markFailed(this.#db, row, 'expired');
    // A worker died between request and response: like a timeout.
    const unknowns = row.unknowns + (row.prior === 'sending' ? 1 : 0);
    if (row.prior === 'sending' && (row.priority !== 'code' || unknowns >= MAX_UNKNOWNS))
      return this.#setbacks.unknown(row);
    if (unknowns >= MAX_UNKNOWNS) return markFailed(this.#db, row, 'unknown');
    return this.#setbacks.later(row, {
      seconds: await this.#setbacks.remainingPause(row),
      state: priorOf(row),
      countUnknown: row.prior === 'sending',
    });
  }

  /** Sends a leased message, or says what becomes of it where it must not be sent now. */
  async sendTaken(row: Taken, leasedAt: number): Promise<void> {
    if (row.begun) return this.send({ row, ...(await this.#opened(row)) }, leasedAt);
    return this.#hold(row);
  }

  /** Leases the message. If an earlier lease of this process got no response from the database, it is released first. */
  async #take(id: string): Promise<Taken | null> {
    const lease = () => this.leases.take([id], (name) => claim(this.#database, id, name));
    const row = await lease();
    const names = row ? [] : this.leases.unanswered(id);
    if (names.length === 0) return row;
    // This statement has waited for the row lock of the earlier one.
    const freed = await freeLease(this.#db, id, names);
    this.leases.forget(id);
    return freed ? lease() : null;
  }

  /** Delivers the message if it is due and not leased by another worker. */
  async deliver(id: string): Promise<void> {
    const leasedAt = this.clock();
    const row = await this.#take(id);
    if (row) return this.sendTaken(row, leasedAt);
    const next = await nextSendJob(this.#db, id);
    if (next) await this.#setbacks.schedule(next.job, next.waitMs);
  }
}
