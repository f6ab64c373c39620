/** What a refusal of the provider means for the message and for the queue. */
export type Verdict =
  /** Temporary: again with backoff. */
  | { readonly do: 'retry' }
  /** A rate limit: everything waits, and the try does not count. */
  | { readonly do: 'rate-limit' }
  /** Too fast to this person: this recipient waits 4^n seconds. */
  | { readonly do: 'recipient-waits' }
  /** Our number is under suspicion: bulk stops, codes go on. */
  | { readonly do: 'stop-bulk' }
  /** Not now: once more after a day, then failed. */
  | { readonly do: 'tomorrow' }
  /** Token, permission or account: nothing can be sent until an operator acts. */
  | { readonly do: 'stop-all' }
  /** The template cannot be used at present: its messages are held. */
  | { readonly do: 'hold-template' }
  | { readonly do: 'fail'; readonly alarm: 'never' | 'always' | 'once'; readonly pauseTemplate?: true };

const RETRY: Verdict = { do: 'retry' };
const RATE_LIMIT: Verdict = { do: 'rate-limit' };
const STOP_ALL: Verdict = { do: 'stop-all' };
const HOLD_TEMPLATE: Verdict = { do: 'hold-template' };
const UNDELIVERABLE: Verdict = { do: 'fail', alarm: 'never' };
const OUR_BUG: Verdict = { do: 'fail', alarm: 'always' };
const BAD_TEMPLATE: Verdict = { do: 'fail', alarm: 'always', pauseTemplate: true };
const UNKNOWN: Verdict = { do: 'fail', alarm: 'once' };

const byCode = (codes: readonly number[], verdict: Verdict) => codes.map((code) => [code, verdict] as const);

/** The table of the design page, by code; nothing is ever decided by an error's text. */
export const VERDICTS: ReadonlyMap<number, Verdict> = new Map([
  ...byCode([1, 2, 131000, 131016, 131057], RETRY),
  ...byCode([4, 80007, 130429], RATE_LIMIT),
  ...byCode([131056], { do: 'recipient-waits' }),
  ...byCode([131048], { do: 'stop-bulk' }),
  ...byCode([131049], { do: 'tomorrow' }),
  ...byCode([131026, 131050, 130472], UNDELIVERABLE),
  ...byCode([131047], OUR_BUG),
  ...byCode([100, 131008, 131009, 132005, 132012], BAD_TEMPLATE),
  // Not the one that is registered, not there or not approved, refused, paused, disabled.
  ...byCode([132000, 132001, 132007, 132015, 132016], HOLD_TEMPLATE),
  ...byCode([0, 3, 10, 190, 368, 130497, 131031, 131042, 133010], STOP_ALL),
]);

/** What to do with an error answer; one without a known code is judged by its HTTP status. */
export function verdictOf(code: number | null, httpStatus: number): Verdict {
  if (code !== null) {
    const known = VERDICTS.get(code);
    if (known) return known;
    if (code >= 200 && code <= 299) return STOP_ALL;
  }
  if (httpStatus >= 500) return RETRY;
  if (httpStatus === 429) return RATE_LIMIT;
  if (code === null && httpStatus === 401) return STOP_ALL;
  return UNKNOWN;
}

const BACKOFF_SECONDS = [5, 30, 120, 480, 1800, 7200] as const;
export const MAX_TRIES = 8;
export const MAX_AGE_SECONDS = 24 * 3600;
const LONGEST_PAIR_WAIT = 4 ** 6;

/** Seconds until the next try after the `tries`-th failure, spread by ±30 %. */
export function backoffSeconds(tries: number, random: () => number = Math.random): number {
  const base = BACKOFF_SECONDS[Math.min(Math.max(tries, 1), BACKOFF_SECONDS.length) - 1] ?? 7200;
  return base * (0.7 + 0.6 * random());
}

/** Seconds that a recipient rests after the `tries`-th refusal for speed. */
export function recipientWaitSeconds(tries: number): number {
  return Math.min(4 ** Math.max(tries, 1), LONGEST_PAIR_WAIT);
}
