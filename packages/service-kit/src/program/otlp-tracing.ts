import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { openExporter } from './otlp-exporter.ts';
import type { Attributes, Place, Span, SpanOptions, Tracing } from './spans.ts';

/** Kinds of spans by their number in OpenTelemetry's protocol. */
const KIND = { server: 2, client: 3, consumer: 5 } as const;
const NOT_TRACED = new Set(['/healthz', '/readyz']);

const now = () => performance.timeOrigin + performance.now();
const newSpanId = () => randomBytes(8).toString('hex');
const nothing = () => undefined;

/**
 * The trace of a request: its id without the dashes, and its second half for the first span. The id goes with the request
 * to services, outbox rows and jobs as it is, and stands in logs and error bodies, so that a trace needs no id of its own.
 */
function traceOf(requestId: string): Pick<Place, 'traceId' | 'spanId'> | undefined {
  const traceId = requestId.replaceAll('-', '');
  return /^[0-9a-f]{32}$/u.test(traceId) ? { traceId, spanId: traceId.slice(16) } : undefined;
}

/** Traces sent by OTLP over HTTP; `share` of the requests, the same ones in every program. */
export function createTracing(endpoint: string, share: number): Tracing {
  const exporter = openExporter(endpoint);
  const current = new AsyncLocalStorage<Place>();
  const everyNth = share > 0 ? Math.max(1, Math.round(1 / share)) : Number.POSITIVE_INFINITY;
  // The end of an id counts the requests of a gateway.
  const isSampled = (traceId: string) => Number.parseInt(traceId.slice(24), 16) % everyNth === 0;

  function open(
    place: Place,
    span: Pick<Span, 'name' | 'kind' | 'parentSpanId'> & Partial<Pick<Span, 'links' | 'attributes'>>,
  ) {
    const start = now();
    return (failed: boolean, late: { name?: string; attributes?: Attributes } = {}) => {
      exporter.add({
        links: [],
        ...place,
        ...span,
        ...late,
        start,
        end: now(),
        failed,
        attributes: { ...span.attributes, ...late.attributes },
      });
    };
  }

  /** The place of a new span, with its parent and links; undefined where nothing traced causes it. */
  function below({ requestIds = [], program = 'unknown' }: SpanOptions) {
    const parent = current.getStore();
    if (parent) return { place: { ...parent, spanId: newSpanId() }, parentSpanId: parent.spanId, links: [] };
    const [first, ...links] = [...new Set(requestIds)].flatMap((id) => traceOf(id) ?? []);
    if (!first || !isSampled(first.traceId)) return undefined;
    const place = { traceId: first.traceId, spanId: newSpanId(), program };
    return { place, parentSpanId: first.spanId, links };
  }

  return {
    begin(name, options) {
      const found = below(options);
      if (!found) return nothing;
      const { place, ...span } = found;
      const { attributes = {}, kind } = options;
      return open(place, { ...span, name, kind: KIND[kind], attributes });
    },
    async inSpan(name, options, work) {
      const found = below(options);
      if (!found) return work();
      const { place, ...span } = found;
      const end = open(place, {
        ...span,
        name,
        kind: KIND[options.kind],
        attributes: options.attributes ?? {},
      });
      try {
        const result = await current.run(place, work);
        end(false);
        return result;
      } catch (error) {
        end(true);
        throw error;
      }
    },
    watchRequests(app, program, isFirst) {
      const running = new WeakMap<FastifyRequest, { place: Place; end: ReturnType<typeof open> }>();
      app.addHook('onRequest', (request, _reply, done) => {
        const trace = traceOf(String(request.id));
        if (!trace || NOT_TRACED.has(request.routeOptions.url ?? '') || !isSampled(trace.traceId))
          return done();
        const isRoot = isFirst || request.headers['x-request-id'] !== request.id;
        const place = { program, traceId: trace.traceId, spanId: isRoot ? trace.spanId : newSpanId() };
        const parentSpanId = isRoot ? undefined : trace.spanId;
        running.set(request, {
          place,
          end: open(place, { name: request.method, kind: KIND.server, parentSpanId }),
        });
        current.run(place, done);
      });
      // Reading the body leaves the context of the first hook.
      app.addHook('preValidation', (request, _reply, done) => {
        const one = running.get(request);
        if (one) current.run(one.place, done);
        else done();
      });
      app.addHook('onResponse', (request, reply, done) => {
        const { method } = request;
        // The pattern of the route, not the address: that has ids and search texts.
        const route = request.routeOptions.url ?? 'none';
        running.get(request)?.end(reply.statusCode >= 500, {
          name: `${method} ${route}`,
          attributes: {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': reply.statusCode,
          },
        });
        done();
      });
    },
    traceId: () => current.getStore()?.traceId,
    flush: () => exporter.flush(),
  };
}
