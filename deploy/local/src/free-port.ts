import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range of outgoing connections, any of which could take the port between its choice and its use, and above
 * the ports that browsers refuse to open. The choice is random because test processes choose side by side.
 */
const FIRST = 12_000;
const END = 32_000;
const MOST_TRIES = 200;
const given = new Set<number>();

/** Returns a port that is free now and that this process has not received before. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = randomInt(FIRST, END);
    if (given.has(port) || (await portTaken(port, host))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`${MOST_TRIES} ports between ${FIRST} and ${END} were tried and none is free`);
}

/** Whether a program listens on the port already. */
export function portTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)));
  });
}
