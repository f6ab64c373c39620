import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

export type Metrics = ReturnType<typeof createMetrics>;

/** One value of a figure that has labels. Labels are few and known beforehand: never an id, an address or a name. */
export interface Figure {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * How often the share of time in which the loop was busy is noted. The library's own tenth of a second keeps a process that
 * rests busy: each look is sorted into five digests, and a process with the parts of five programs looks five times.
 */
const UTILIZATION_MS = 1000;

/** Figures of a process for Prometheus: latency by route, delay of the event loop, memory, and what the process adds. */
export function createMetrics(name: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ process: name });
  const latency = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });

  /** Figures that are read when they are asked for; those that cannot be read now are left out and hide no other. */
  function figures(
    figureName: string,
    help: string,
    labelNames: readonly string[],
    read: () => Promise<readonly Figure[]> | readonly Figure[],
  ): void {
    const gauge = new Gauge({
      name: figureName,
      help,
      labelNames: [...labelNames],
      registers: [],
      async collect() {
        this.reset();
        const found = await Promise.resolve()
          .then(read)
          .catch((): Figure[] => []);
        for (const { labels, value } of found) this.set(labels, value);
      },
    });
    registry.registerMetric(gauge);
  }

  return {
    figures,
    observe(method: string, route: string, status: number, seconds: number): void {
      latency.observe({ method, route, status }, seconds);
    },
    /** A figure without labels, read when it is asked for; NaN while it cannot be read. */
    gauge(gaugeName: string, help: string, read: () => Promise<number> | number): void {
      figures(gaugeName, help, [], async () => {
        const value = await Promise.resolve()
          .then(read)
          .catch(() => Number.NaN);
        return [{ labels: {}, value }];
      });
    },
    /** Something that is counted; returns how to count it. Each of the values that the label can have starts at 0. */
    counter<L extends string>(
      counterName: string,
      help: string,
      label: string,
      values: readonly L[],
    ): (value: L) => void {
      const counter = new Counter({ name: counterName, help, labelNames: [label], registers: [registry] });
      for (const value of values) counter.inc({ [label]: value }, 0);
      return (value) => counter.inc({ [label]: value });
    },
    /** Everything in the form that Prometheus reads. */
    text: () => registry.metrics(),
    /** Serves `/metrics` on an internal port of its own; returns the port and how to close it. */
    async listen(host: string, port: number): Promise<{ port: number; close: () => Promise<void> }> {
      // Its timers run as long as the process: only where they are read.
      collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: UTILIZATION_MS });
      const app = Fastify();
      app.get('/metrics', async (_request, reply) =>
        reply.type(registry.contentType).send(await registry.metrics()),
      );
      await app.listen({ host, port });
      return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
    },
    /** The same on the port of the configuration; without one nothing is served. */
    async serve(config: { HOST: string; METRICS_PORT?: number }): Promise<() => Promise<void>> {
      if (config.METRICS_PORT === undefined) return async () => undefined;
      return (await this.listen(config.HOST, config.METRICS_PORT)).close;
    },
  };
}
