/** When the next turn begins: the next multiple of the interval, whatever the last run took. Times are in milliseconds. */
export const nextTurn = (now: number, every: number): number => (Math.floor(now / every) + 1) * every;

interface Turns {
  readonly every: number;
  readonly now: () => number;
  /** Waits as long as this; false once the schedule is to end. */
  readonly wait: (ms: number) => Promise<boolean>;
  /** Runs once, whatever happens in it; returns null or why it failed. */
  readonly run: () => Promise<string | null>;
  readonly log: (line: string) => void;
}

/** Runs at once, and then at every turn, one after the other; a failure is logged and tried again at the next turn. */
export async function takeTurns({ every, now, wait, run, log }: Turns): Promise<void> {
  for (;;) {
    const failure = await run().catch((error: Error) => error.message);
    const next = nextTurn(now(), every);
    if (failure !== null) log(`${failure}; next try at ${new Date(next).toISOString()}`);
    if (!(await wait(next - now()))) return;
  }
}
