import Fastify from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Prometheus metrics of a process: latency by route, event-loop delay, and what the process adds. */
export function createMetrics(name: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ process: name });
  collectDefaultMetrics({ register: registry });
  const latency = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  return {
    observe(method: string, route: string, status: number, seconds: number): void {
      latency.observe({ method, route, status }, seconds);
    },
    /** A figure read when it is asked for. */
    gauge(gaugeName: string, help: string, read: () => Promise<number>): void {
      const gauge = new Gauge({
        name: gaugeName,
        help,
        registers: [],
        async collect() {
          // A figure that cannot be read now must not hide the others.
          this.set(await read().catch(() => Number.NaN));
        },
      });
      registry.registerMetric(gauge);
    },
    /** Serves `/metrics` on an internal port of its own; returns how to close it. */
    async listen(host: string, port: number): Promise<() => Promise<void>> {
      const app = Fastify();
      app.get('/metrics', async (_request, reply) =>
        reply.type(registry.contentType).send(await registry.metrics()),
      );
      await app.listen({ host, port });
      return () => app.close();
    },
  };
}
