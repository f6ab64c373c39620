import net from 'node:net';

// Loaded before a program (`--import`): several processes then listen on one port and the kernel distributes the
// connections, as a load balancer does in front of replicas. The programs need not know.
const listen = Reflect.get(net.Server.prototype, 'listen') as (...args: unknown[]) => net.Server;
net.Server.prototype.listen = function listenShared(this: net.Server, ...args: unknown[]): net.Server {
  const [first, ...rest] = args;
  const shared =
    first !== null && typeof first === 'object' && 'port' in first ? { ...first, reusePort: true } : first;
  return Reflect.apply(listen, this, [shared, ...rest]);
};
