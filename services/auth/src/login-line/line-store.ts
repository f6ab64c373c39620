/** How long a place is kept without a request from its client. */
export const KEPT_MS = 60_000;
/** A place whose client is silent this long is kept, but no longer counted in the places of others. */
export const SILENT_MS = 15_000;
/** The pace of the line is measured over these last seconds. */
export const PACE_MS = 5000;

export interface Visit {
  /** The place that a ticket names; empty without one. */
  readonly id: string;
  /** The id of a new place, where one is needed. */
  readonly newId: string;
  /** One key has one place. */
  readonly key: string;
  /** How long the visitor of a new place has waited already. */
  readonly waitedMs: number;
}

export interface Place {
  readonly id: string;
  /** How many are before it. */
  readonly ahead: number;
  /** How long ago its holder came. */
  readonly waitedMs: number;
  /** How many stand in the line. */
  readonly length: number;
  /** How many of the line came to their turn in a second, at all processes. */
  readonly perSecond: number;
}

/** The line that all processes share. */
export interface LineStore {
  /** Notes that a visitor is there: at the place of the ticket, else at the one under the key, else at a new one. */
  visit(visit: Visit): Promise<Place>;
  /** Takes a place out of the line because its turn has come; false where it was taken or lost before. */
  begin(id: string): Promise<boolean>;
  length(): Promise<number>;
  close(): Promise<void>;
}

/** Uses `second` whenever `first` fails. */
export function withFallback(first: LineStore, second: LineStore): LineStore {
  return {
    visit: (visit) => first.visit(visit).catch(() => second.visit(visit)),
    begin: (id) => first.begin(id).catch(() => second.begin(id)),
    length: () => first.length().catch(() => second.length()),
    close: async () => void (await Promise.all([first.close(), second.close()])),
  };
}
