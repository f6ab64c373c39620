import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Duplex } from 'node:stream';

const LOOPBACK = new Set(['127.0.0.1', 'localhost']);

/** The HTTP servers of this process by their ports. */
const servers = new Map<number, Server>();

/** One end of a connection within the process: a socket as far as Node's HTTP server and undici use one. */
class SocketEnd extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  bytesRead = 0;
  other: SocketEnd | undefined;
  #taken: (() => void) | undefined;

  override _read(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.other?.receive(chunk, done);
  }

  receive(chunk: Buffer, taken: () => void): void {
    this.bytesRead += chunk.length;
    if (this.push(chunk)) taken();
    else this.#taken = taken;
  }

  override _final(done: () => void): void {
    this.other?.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // Later, so that the other end reads first what was written before.
    setImmediate(() => this.other?.destroy());
    done(error);
  }
}

/** Lets calls from this process reach a listening server without the network, until the server closes. */
export function serveInProcess(server: Server): void {
  const { port } = server.address() as AddressInfo;
  servers.set(port, server);
  server.once('close', () => servers.delete(port));
}

/** A connection to the server of this process that listens at the address; undefined where there is none. */
export function connectInProcess(hostname: string, port: number): Socket | undefined {
  const server = LOOPBACK.has(hostname) ? servers.get(port) : undefined;
  if (!server) return undefined;
  const [client, served] = [new SocketEnd(), new SocketEnd()];
  client.other = served;
  served.other = client;
  server.emit('connection', served);
  return client as unknown as Socket;
}
