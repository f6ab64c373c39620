import { MINUTE_MS } from '@gerbang/service-kit/program/timers';

/** Looks in a row that a provider does not answer before it is left alone. */
const FAILURES = 3;
const LONGEST_MINUTES = 15;

/** How long all jobs leave a provider alone that does not answer: a minute, then twice as long each time, up to fifteen. */
export class ProviderPace {
  #failures = 0;
  #until = 0;
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Whether it may be asked. */
  get isOpen(): boolean {
    return this.#now().getTime() >= this.#until;
  }

  /** Notes whether it answered. */
  note(answered: boolean): void {
    this.#failures = answered ? 0 : this.#failures + 1;
    const over = this.#failures - FAILURES;
    const minutes = over < 0 ? 0 : Math.min(2 ** over, LONGEST_MINUTES);
    this.#until = this.#now().getTime() + minutes * MINUTE_MS;
  }
}
