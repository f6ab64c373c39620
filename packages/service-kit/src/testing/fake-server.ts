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

/** The number of a port that is free now. */
export async function freePort(): Promise<number> {
  const { url, close } = await fakeServer(() => undefined);
  await close();
  return Number(new URL(url).port);
}
