import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The key by which an address is limited: the IPv4 address, or the /64 network of an IPv6 address, because one household
 * has a whole /64 and could use a new address for each request.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}

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
