import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './limits/network.ts';

/** Refuses connections of one address over `most` (reliability G25, B16); behind a proxy all come from one address. */
export function limitSockets(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const count = open.get(address) ?? 0;
    if (count >= most) {
      socket.destroy();
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
