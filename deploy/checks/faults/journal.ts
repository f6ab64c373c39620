/** What became of a call: done = 2xx, refused = 4xx, open = 5xx or no answer, so that nobody can know. */
export type Outcome = 'done' | 'refused' | 'open';

export interface Entry {
  /** What was asked for (`child`, `payment`, …); null for a call that writes nothing that is looked for. */
  readonly kind: string | null;
  /** By what its record is found again. */
  readonly tag: string;
  /** What the record must hold. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly method: string;
  readonly path: string;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly code: string | null;
  /** Id of the record, by a 2xx. */
  readonly id: string | null;
  readonly at: number;
  readonly ms: number;
}

/** Whether the call is known to have worked. A twin in flight (409) says nothing about the one it waits for. */
export function outcomeOf({ status, code }: Pick<Entry, 'status' | 'code'>): Outcome {
  if (status === null || status >= 500 || code === 'in_flight') return 'open';
  return status < 300 ? 'done' : 'refused';
}

/** The client's book: every call with what was answered (reliability, Faults). */
export function createJournal() {
  const entries: Entry[] = [];
  return {
    entries,
    note(entry: Entry): void {
      entries.push(entry);
    },
    /** How many calls ended with which status; `none` = no answer. */
    statuses(): Record<string, number> {
      const counts: Record<string, number> = {};
      for (const { status } of entries) {
        const name = String(status ?? 'none');
        counts[name] = (counts[name] ?? 0) + 1;
      }
      return counts;
    },
    /** The longest that anybody waited, in milliseconds. */
    longest: (): number => entries.reduce((most, { ms }) => Math.max(most, ms), 0),
  };
}

export type Journal = ReturnType<typeof createJournal>;
