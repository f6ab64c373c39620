import type { Attributes, Span } from './spans.ts';

const FLUSH_MS = 2000;
const BATCH = 512;
/** While the collector is away, later spans are dropped: tracing must not fill the memory. */
const MOST = 4096;
const TIMEOUT_MS = 5000;
const FAILED = 2;

const valueOf = (value: string | number) =>
  typeof value === 'string' ? { stringValue: value } : { intValue: String(Math.round(value)) };
const listOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));
const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1000)}000`;

/** Spans as OTLP's JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
function payloadOf(spans: readonly Span[]): string {
  const resourceSpans = [...Map.groupBy(spans, ({ program }) => program)].map(([program, some]) => ({
    resource: { attributes: listOf({ 'service.name': program, 'service.namespace': 'gerbang' }) },
    scopeSpans: [
      {
        scope: { name: 'gerbang' },
        spans: some.map(({ traceId, spanId, parentSpanId, name, kind, links, start, end, ...span }) => ({
          traceId,
          spanId,
          ...(parentSpanId && { parentSpanId }),
          name,
          kind,
          startTimeUnixNano: nanoseconds(start),
          endTimeUnixNano: nanoseconds(end),
          attributes: listOf(span.attributes),
          ...(links.length > 0 && { links }),
          ...(span.failed && { status: { code: FAILED } }),
        })),
      },
    ],
  }));
  return JSON.stringify({ resourceSpans });
}

/** Sends spans to a collector in batches. What cannot be sent is dropped, and the first failure said. */
export function openExporter(endpoint: string) {
  const url = `${endpoint.replace(/\/$/u, '')}/v1/traces`;
  const waiting: Span[] = [];
  let sending: Promise<void> | undefined;
  let failing = false;

  async function send(spans: readonly Span[]): Promise<void> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: payloadOf(spans),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`status ${response.status}`);
      failing = false;
    } catch (error) {
      if (!failing) process.stderr.write(`Traces cannot be sent to ${url}: ${(error as Error).message}\n`);
      failing = true;
    }
  }

  async function flush(): Promise<void> {
    await sending;
    while (waiting.length > 0) {
      sending = send(waiting.splice(0, BATCH));
      await sending;
    }
    sending = undefined;
  }

  setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    add(span: Span): void {
      if (waiting.length >= MOST) return;
      waiting.push(span);
      if (waiting.length >= BATCH && !sending) void flush();
    },
    flush,
  };
}
