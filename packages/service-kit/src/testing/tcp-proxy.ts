import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The fault of the connection. */
export type Line =
  | { readonly is: 'well' }
  /** Each chunk to the server is delayed. */
  | { readonly is: 'slow'; readonly delayMs: number }
  /** Accepts connections and bytes and never responds. */
  | { readonly is: 'silent' }
  /** The response to the next request that contains `marker` is cut off by a reset. */
  | { readonly is: 'cutting'; readonly marker: string };

/** A TCP proxy to a local port whose connections can be slow, silent, or cut in the middle of a response. */
export async function openProxy(target: () => number) {
  let line: Line = { is: 'well' };
  const sockets = new Set<Socket>();
  const figures = { connections: 0, cut: 0, writes: 0, reads: 0 };

  function remember(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    // A line that breaks is what this is for; the other end hears of it by the close.
    socket.on('error', () => socket.destroy());
  }

  /** Requests of HTTP by their first line. */
  function count(chunk: Buffer): void {
    const start = chunk.subarray(0, 8).toString('latin1');
    if (/^(?:POST|PUT|PATCH|DELETE) /u.test(start)) figures.writes += 1;
    else if (start.startsWith('GET ')) figures.reads += 1;
  }

  /** Passes on what comes, in its order, as the line is at that moment. */
  async function carry(from: Socket, to: Socket, seen: (chunk: Buffer) => boolean, late: boolean) {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (late) count(chunk);
      if (line.is !== 'silent') {
        if (late && line.is === 'slow') await sleep(line.delayMs);
        if (seen(chunk) && !to.destroyed) to.write(chunk);
      }
    }
    if (line.is !== 'silent') to.end();
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    figures.connections += 1;
    remember(client);
    const upstream = connect({ port: target(), host: '127.0.0.1', allowHalfOpen: true });
    remember(upstream);
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    let cutting = false;
    const asked = (chunk: Buffer) => {
      if (line.is === 'cutting' && chunk.includes(line.marker)) cutting = true;
      return true;
    };
    const answered = () => {
      if (!cutting) return true;
      figures.cut += 1;
      line = { is: 'well' };
      client.resetAndDestroy();
      return false;
    };
    const broken = () => client.destroy();
    carry(client, upstream, asked, true).catch(broken);
    carry(upstream, client, answered, false).catch(broken);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    port: address.port,
    figures,
    set(next: Line): void {
      line = next;
    },
    /** Ends every connection, as a line that is pulled out. */
    cutAll(): void {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
