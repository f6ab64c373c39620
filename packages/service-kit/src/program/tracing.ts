import type { SpanOptions, Tracing } from './spans.ts';

let tracing: Tracing | undefined;

/** The tracing of this process; undefined where it is off. */
export const currentTracing = (): Tracing | undefined => tracing;

/** Turns tracing on for the process where a collector is configured, once; must run before servers and pools are made. */
export async function openTracing(config: {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG?: number | undefined;
}): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share = 1 } = config;
  if (endpoint === undefined || tracing) return;
  const { createTracing } = await import('./otlp-tracing.ts');
  tracing ??= createTracing(endpoint, share);
}

/** Runs work in a span, or as it is where tracing is off: then the options are not made either. */
export const traced = <T>(name: string, options: () => SpanOptions, work: () => Promise<T>): Promise<T> =>
  tracing ? tracing.inSpan(name, options(), work) : work();
