import { connect, createServer, type Socket } from 'node:net';
import { createBus } from '../src/events/bus.ts';
import { createLogger } from '../src/program/logger.ts';
import { testDatabase } from '../src/testing/databases.ts';

test('when the queue on PostgreSQL ends its first connections, then the process goes on, and the worker works once it is back', async () => {
  const own = await testDatabase('queue');
  const target = new URL(own.url);
  const port = Number(target.port);
  let away = true;
  const open = new Set<Socket>();
  const proxy = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    if (away) {
      socket.destroy();
      return;
    }
    const inner = connect(port, target.hostname);
    inner.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  target.port = String(typeof address === 'object' ? address?.port : '');
  const bus = createBus({ queueDatabaseUrl: target.href }, createLogger('test', 'silent'));
  const done: string[] = [];
  try {
    bus.worker('gateway', async (job) => void done.push(job.id));
    // A worker that spins on a failed start would let no timer run.
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 20);
    while (ticks < 50) await new Promise((resolve) => setTimeout(resolve, 20));
    clearInterval(timer);
    away = false;
    const end = Date.now() + 60_000;
    const added = async () =>
      bus.add('gateway', { id: 'a', type: 'x', version: 1, sealed: '' }).then(
        () => true,
        () => false,
      );
    while (!(await added())) expect(Date.now()).toBeLessThan(end);
    while (done.length === 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(done).toEqual(['a']);
  } finally {
    await bus.close();
    proxy.close();
    for (const socket of open) socket.destroy();
    await own.drop();
  }
}, 120_000);
