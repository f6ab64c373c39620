/** Somebody who comes at a moment: with a session, or to log in first. */
export interface Person {
  atMs: number;
  cookie?: string;
  login?: { identifier: string; password: string };
}

/** People who do the same: ask for all paths at once, and once more a while later. */
export interface Group {
  people: Person[];
  paths: string[];
  reloadAfterMs?: number;
}

/** People who come when they come, whether or not those before them have been answered. */
export interface Arrivals {
  url: string;
  groups: Group[];
}

export interface Times {
  total: number;
  p50: number;
  p99: number;
  slowest: number;
}

export interface ArrivalsResult extends Times {
  errors: number;
  /** What went wrong first, for whoever looks for the cause. */
  firstError: string | null;
  logins: Times & {
    /** Answers that told to come back a moment later; who gets one does. */
    toldToWait: number;
  };
}
