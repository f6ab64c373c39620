import { connect, createServer, type Socket } from 'node:net';
import { createBus } from '../src/events/bus.ts';
import { busStore } from '../src/events/bus-store.ts';
import { ConfigError } from '../src/program/config.ts';
import { createLogger } from '../src/program/logger.ts';
import { testDatabase } from '../src/testing/databases.ts';
import { until } from '../src/testing/until.ts';

test('when the queue on PostgreSQL ends its first connections, then the process goes on, and the worker works once it is back', async () => {
  const own = await testDatabase('queue');
  const { hostname, port } = new URL(own.url);
  let away = true;
  const open = new Set<Socket>();
  const proxy = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    if (away) {
      socket.destroy();
      return;
    }
    const inner = connect(Number(port), hostname);
    inner.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const target = new URL(own.url);
  target.hostname = '127.0.0.1';
  target.port = String(typeof address === 'object' ? address?.port : '');
  const bus = createBus({ queueDatabaseUrl: target.href }, createLogger('test', 'silent'));
  const done: string[] = [];
  try {
    bus.worker('gateway', async (job) => void done.push(job.id));
    // A worker that spins on a failed start would let no timer run.
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 20);
    await until(() => ticks >= 50);
    clearInterval(timer);
    away = false;
    const added = async () =>
      bus.add('gateway', { id: 'a', type: 'x', version: 1, sealed: '' }).then(
        () => true,
        () => false,
      );
    await until(added);
    await until(() => done.length > 0);
    expect(done).toEqual(['a']);
  } finally {
    await bus.close();
    proxy.close();
    for (const socket of open) socket.destroy();
    await own.drop();
  }
});

test('when buses share the connections to the queue and the database ends them, then both work on, until each is closed', async () => {
  const own = await testDatabase('queue');
  const logger = createLogger('test', 'silent');
  const buses = [
    createBus({ queueDatabaseUrl: own.url }, logger),
    createBus({ queueDatabaseUrl: own.url }, logger),
  ];
  const [one, other] = buses as [(typeof buses)[0], (typeof buses)[0]];
  const done: string[] = [];
  const open = async () => {
    const { rows } = await own.knex.raw(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    return (rows as { pid: number }[]).map(({ pid }) => pid);
  };
  const handled = async (bus: (typeof buses)[0], queue: 'gateway' | 'auth', id: string) => {
    await until(() =>
      bus.add(queue, { id, type: 'x', version: 1, sealed: '' }).then(
        () => true,
        () => false,
      ),
    );
    await until(() => done.includes(id));
  };
  try {
    one.worker('gateway', async (job) => void done.push(job.id));
    other.worker('auth', async (job) => void done.push(job.id));
    await handled(one, 'gateway', 'a');
    await handled(other, 'auth', 'b');
    expect((await open()).length).toBeLessThanOrEqual(5);
    for (const pid of await open()) await own.knex.raw('select pg_terminate_backend(?::integer)', [pid]);
    await handled(one, 'gateway', 'c');
    await handled(other, 'auth', 'd');
    await one.close();
    await handled(other, 'auth', 'e');
  } finally {
    await Promise.all(buses.map((bus) => bus.close()));
    await own.drop();
  }
});

describe('the store of the queue', () => {
  const QUEUE_DATABASE_URL = 'postgres://127.0.0.1/queue';
  const REDIS_URL = 'redis://127.0.0.1:6379';

  test('when a program starts in production without Redis, then it says which variable to set', () => {
    const production = { NODE_ENV: 'production', LOCAL_RUN: false, QUEUE_DATABASE_URL };
    expect(() => busStore(production)).toThrow(ConfigError);
    expect(() => busStore(production)).toThrow(/^REDIS_URL must be set/u);
    expect(busStore({ ...production, REDIS_URL })).toMatchObject({ redisUrl: REDIS_URL });
  });

  test('when it is the local run, then PostgreSQL will do, and none at all is said', () => {
    const local = { NODE_ENV: 'production', LOCAL_RUN: true };
    expect(busStore({ ...local, QUEUE_DATABASE_URL })).toMatchObject({
      queueDatabaseUrl: QUEUE_DATABASE_URL,
    });
    expect(() => busStore(local)).toThrow(/REDIS_URL or QUEUE_DATABASE_URL/u);
  });
});
