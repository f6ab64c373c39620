import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../src/events/consumers.ts';
import { startConsumers } from '../src/events/consumers.ts';
import { createBus } from '../src/events/bus.ts';
import { createOutbox } from '../src/events/outbox.ts';
import { startRelay } from '../src/events/relay.ts';
import { createDatabase } from '../src/data/database.ts';
import { makeTables } from '../src/data/begin.ts';
import { createServer } from '../src/http/server.ts';
import { createLogger } from '../src/program/logger.ts';
import { currentTracing, openTracing } from '../src/program/tracing.ts';
import { PATIENCE, testDatabase } from '../src/testing/databases.ts';
import { testSealer } from '../src/testing/identity.ts';
import { until } from '../src/testing/until.ts';

interface Sent {
  readonly program: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status?: object;
}

/** What a family types, which no span may hold. */
const CANARIES = ['Siti Kenari', '+6281299998888', 'kenari@contoh.id', '3271019999990001'];
const user = '019a0000-0000-7000-8000-000000000001';

async function startCollector() {
  const bodies: string[] = [];
  const server = createHttpServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(`${request.url} ${body}`);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const spans = (): Sent[] =>
    bodies
      .map((body) => JSON.parse(body.slice(body.indexOf(' '))) as { resourceSpans: never[] })
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(
        ({
          resource,
          scopeSpans,
        }: {
          resource: { attributes: { value: { stringValue: string } }[] };
          scopeSpans: { spans: Sent[] }[];
        }) =>
          scopeSpans.flatMap((scope) =>
            scope.spans.map((span) => ({
              ...span,
              program: resource.attributes[0]?.value.stringValue ?? '',
            })),
          ),
      );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, bodies, spans, close: () => server.close() };
}

describe('traces', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>;
  const undo: (() => Promise<unknown>)[] = [];
  const lines: string[] = [];
  let gateway: ReturnType<typeof createServer>;

  /** A gateway, a service with a database and an outbox, and a worker, as they are put together by programs. */
  async function build(): Promise<void> {
    const [own, queue] = [await testDatabase('traced'), await testDatabase('traced_queue')];
    await makeTables(own.knex, 'kit');
    await own.knex.raw('create table people (name text)');
    const log = (name: string) => createLogger(name, 'info', { write: (line) => void lines.push(line) });
    const database = createDatabase(own.url, PATIENCE);
    const sealer = testSealer();
    const outbox = createOutbox(sealer);
    const bus = createBus({ queueDatabaseUrl: queue.url }, log('worker'));
    const relay = startRelay({ url: own.url, database, bus, logger: log('worker') });
    const handlers: Handlers = {
      'sessions.revoked': async (trx) => {
        await trx('people').where({ name: CANARIES[0] }).select('name');
        log('worker').info('handled');
      },
    };
    startConsumers({ bus, database, sealer, queue: 'gateway', handlers });
    const service = createServer({ name: 'auth', logger: log('auth') });
    const change = async (request: FastifyRequest) => {
      const { name } = request.body as { name: string };
      await database.transaction(async (trx) => {
        await trx('people').insert({ name });
        await outbox.publish(
          trx,
          'sessions.revoked',
          { userId: user, epoch: 1 },
          { requestId: String(request.id) },
        );
      });
      await database.prepared('people_count', 'select count(*) from people where name = $1', [name]);
      return {};
    };
    service.route({ method: 'POST', url: '/people/:id', handler: change });
    const address = await service.listen({ host: '127.0.0.1', port: 0 });
    gateway = createServer({ name: 'gateway', logger: log('gateway'), ownRequestIds: true });
    const pass = async (request: FastifyRequest) => {
      const id = String(request.id);
      await fetch(`${address}/people/${CANARIES[3]}?phone=${encodeURIComponent(CANARIES[1] ?? '')}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': id },
        body: JSON.stringify(request.body),
      });
      return { id };
    };
    gateway.route({ method: 'POST', url: '/api/people/:id', handler: pass });
    gateway.get('/broken', () => Promise.reject(new Error(CANARIES[2])));
    undo.push(
      () => gateway.close(),
      () => service.close(),
      () => relay.close(),
      () => bus.close(),
      () => database.close(),
      () => Promise.all([own.drop(), queue.drop()]),
    );
  }

  beforeAll(async () => {
    collector = await startCollector();
    await openTracing({});
    expect(currentTracing()).toBeUndefined();
    await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await build();
  });
  afterAll(async () => {
    for (const step of undo) await step();
    collector.close();
  });

  test('when a call changes something, then its request id is the trace of gateway, service, statements and worker', async () => {
    const answer = await gateway.inject({
      method: 'POST',
      url: `/api/people/${CANARIES[3]}?search=${encodeURIComponent(CANARIES[0] ?? '')}`,
      payload: { name: CANARIES[0], phone: CANARIES[1], email: CANARIES[2] },
    });
    const traceId = answer.json().id.replaceAll('-', '');
    await until(async () => {
      await currentTracing()?.flush();
      return collector.spans().some(({ name }) => name === 'process sessions.revoked');
    });
    const ours = collector.spans().filter((span) => span.traceId === traceId);
    const first = ours.find(({ parentSpanId }) => parentSpanId === undefined);
    expect(first).toMatchObject({ program: 'gateway', name: 'POST /api/people/:id' });
    const at = (program: string) => ours.filter((span) => span.program === program).map(({ name }) => name);
    expect(at('auth')).toEqual(expect.arrayContaining(['POST /people/:id', 'insert', 'people_count']));
    expect(at('worker')).toEqual(
      expect.arrayContaining(['process sessions.revoked', 'events_mark', 'select']),
    );
    const ids = new Set(ours.map(({ spanId }) => spanId));
    expect(ours.every(({ parentSpanId }) => parentSpanId === undefined || ids.has(parentSpanId))).toBe(true);
    expect(lines.find((line) => line.includes('handled'))).toContain(`"trace_id":"${traceId}"`);
  });

  test('when a call fails, then its span says so, and the id of the error body finds it', async () => {
    const answer = await gateway.inject({ method: 'GET', url: '/broken' });
    await currentTracing()?.flush();
    const traceId = answer.json().requestId.replaceAll('-', '');
    const found = collector.spans().find((span) => span.traceId === traceId);
    expect(found).toMatchObject({ name: 'GET /broken', status: { code: 2 } });
  });

  test('when spans are sent, then they hold nothing that a person typed', () => {
    const all = collector.bodies.join('\n');
    expect(all).toContain('/v1/traces');
    for (const canary of CANARIES) {
      expect(all).not.toContain(canary);
      expect(all).not.toContain(encodeURIComponent(canary));
    }
  });
});
