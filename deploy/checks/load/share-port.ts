import net from 'node:net';

// Loaded before a program (`--import`), so that several processes of it listen on one port and the kernel deals out the
// connections, as a service's address does in front of its replicas. The programs themselves need not know.
const own = Reflect.get(net.Server.prototype, 'listen') as (...args: unknown[]) => net.Server;
net.Server.prototype.listen = function listen(this: net.Server, ...args: unknown[]): net.Server {
  const [first, ...rest] = args;
  const shared =
    first !== null && typeof first === 'object' && 'port' in first ? { ...first, reusePort: true } : first;
  return Reflect.apply(own, this, [shared, ...rest]);
};
