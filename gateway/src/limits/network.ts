import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@gerbang/service-kit/http/network';
import ipaddr from 'ipaddr.js';

/** The network that an address is in, coarse enough to name no household: '203.0.113.0/24', '2001:db8:0:1::/64'. */
export function networkPrefix(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? `${parsed.octets.slice(0, 3).join('.')}.0/24` : networkOf(address);
}

/** Closes new connections of an address that already has `max` open. Behind a proxy all connections have its address. */
export function limitSockets(server: Server, max: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const count = open.get(address) ?? 0;
    if (count >= max) {
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
