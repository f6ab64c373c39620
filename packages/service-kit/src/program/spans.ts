import type { FastifyInstance } from 'fastify';

/** What a span says beside its name and time: names of calls, queues and statements; never what a person has typed. */
export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  readonly kind: 'client' | 'consumer';
  readonly attributes?: Attributes;
  /** The requests that caused the work, where no running span did: the first is its parent, the others are linked. */
  readonly requestIds?: readonly string[];
  /** The program, where no running span names it. */
  readonly program?: string;
}

/** Records spans; the module that does is loaded only where a collector is configured. */
export interface Tracing {
  /** Begins a span of the running request or job; returns how to end it. Without one there is no span. */
  begin(name: string, options: SpanOptions): (failed: boolean) => void;
  /** Runs work in a span. */
  inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>;
  /** A span for each request of a server but the health checks; `isFirst` = it gives the requests their ids. */
  watchRequests(app: FastifyInstance, program: string, isFirst: boolean): void;
  /** The id of the running trace. */
  traceId(): string | undefined;
  /** Sends what is recorded. */
  flush(): Promise<void>;
}

/** The running span. */
export interface Place {
  readonly traceId: string;
  readonly spanId: string;
  readonly program: string;
}

/** A span that has ended; times in milliseconds since 1970. */
export interface Span extends Place {
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  readonly failed: boolean;
  readonly links: readonly Pick<Place, 'traceId' | 'spanId'>[];
}
