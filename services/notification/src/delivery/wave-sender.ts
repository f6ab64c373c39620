import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Lane } from '@gerbang/service-kit/events/pressure';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { claimWave, freeWave, reserveWave, type WavePriority } from './waves.repository.ts';
import type { Delivery } from './delivery.ts';

/** A wave is what the pace allows in this time; what a killed worker had in hand waits for a report, so it stays small. */
const WAVE_MS = 200;
const LARGEST_WAVE = 16;
/** Sends on their way: at the provider's 80 a second, its answers may take 400 ms. */
const IN_HAND = 32;
const AGAIN_MS = 1000;

/** The pace of what a person has just done: it never waits while the portal is busy. */
export const UNHELD: Pick<Lane, 'open' | 'delayedBy' | 'finished'> = {
  open: async () => 1,
  delayedBy: () => undefined,
  finished: () => undefined,
};

export interface WaveSenderOptions {
  readonly database: Database;
  readonly delivery: Delivery;
  readonly priority: WavePriority;
  readonly lane: Pick<Lane, 'open' | 'delayedBy' | 'finished'>;
  /** Messages a second, all workers and both priorities together. */
  readonly perSecond: number;
  readonly logger: Logger;
}

/**
 * Sends the messages of a priority in waves, whatever wakes it: the rows that are due are the work, not the jobs of a
 * queue. A wave's turns are reserved and waited for before its messages are leased, as with single ones.
 */
export class WaveSender {
  readonly #options: WaveSenderOptions;
  readonly #size: number;
  readonly #waves = new Set<Promise<void>>();
  #inHand = 0;
  #closed = false;
  #again = false;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WaveSenderOptions) {
    this.#options = options;
    this.#size = Math.max(1, Math.min(LARGEST_WAVE, Math.floor((options.perSecond * WAVE_MS) / 1000)));
  }

  /** Looks for messages that are due and sends them. */
  readonly wake = (): void => {
    this.#again = true;
    if (this.#closed || this.#running) return;
    clearTimeout(this.#timer);
    this.#running = this.#drain()
      .catch((error: unknown) => {
        this.#options.logger.warn({ err: error }, 'waves of messages are tried again');
        return true;
      })
      .then((more) => {
        this.#running = undefined;
        if (this.#closed) return;
        if (this.#again) this.wake();
        else if (more) this.#timer = setTimeout(this.wake, AGAIN_MS);
      });
  };

  /** Sends until nothing is due; resolves with whether something will be soon. */
  async #drain(): Promise<boolean> {
    const { database, lane, perSecond, priority } = this.#options;
    for (;;) {
      this.#again = false;
      const share = await lane.open();
      while (this.#inHand > 0 && this.#inHand + this.#size > IN_HAND) await Promise.race(this.#waves);
      if (this.#closed) return false;
      const eachMs = 1000 / perSecond / share;
      const { due, waitMs, more } = await reserveWave(database, priority, this.#size, eachMs);
      if (due === 0) {
        if (!more) lane.finished();
        return more;
      }
      lane.delayedBy(due * eachMs * (1 - share));
      if (waitMs > 0) await sleep(waitMs);
      if (this.#closed) return false;
      await this.#sendWave(due);
    }
  }

  /** Leases a wave and begins to send it; the next one may follow while the provider answers. */
  async #sendWave(count: number): Promise<void> {
    const { database, delivery, logger, priority } = this.#options;
    const leasedAt = delivery.clock();
    const name = delivery.leases.name();
    const rows = await claimWave(database, priority, count, name).catch(async (error: unknown) => {
      await freeWave(database.knex, name);
      throw error;
    });
    if (rows.length === 0) return;
    this.#inHand += rows.length;
    const wave = Promise.allSettled(rows.map((row) => delivery.sendTaken(row, leasedAt))).then((outcomes) => {
      this.#inHand -= rows.length;
      this.#waves.delete(wave);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected')
          logger.warn({ err: outcome.reason }, 'a message stays leased until it is due again');
      }
    });
    this.#waves.add(wave);
  }

  /** Resolves when the messages in hand are sent. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
    await Promise.all(this.#waves);
  }
}
