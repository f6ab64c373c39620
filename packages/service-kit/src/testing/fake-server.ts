import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Stands in for another program: a server at a free port of this machine. */
export async function fakeServer(listener: Listener) {
  const server = createServer((request, response) => void listener(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type FakeServer = Awaited<ReturnType<typeof fakeServer>>;

/**
 * The number of a port that is free now, below those of connections and of servers without a number: any of these could
 * take it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch {
      continue;
    }
    await once(server.close(), 'close');
    return port;
  }
}
