export interface LoadRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** A large body lies in a file. */
  bodyFile?: string;
}

export interface Load {
  url: string;
  connections: number;
  seconds: number;
  requests: LoadRequest[];
  /** Each connection has requests of its own: the first of n the 1st, (n+1)th ..., the second the 2nd, (n+2)th ... */
  spread?: boolean;
  /** So many requests all together, however long they take, instead of `seconds`. */
  amount?: number;
  /** No more than so many requests a second all together: asks how others fare, is no load itself. */
  perSecond?: number;
}

export interface LoadResult {
  perSecond: number;
  total: number;
  p50: number;
  p99: number;
  errors: number;
  statuses: Record<string, number>;
}
