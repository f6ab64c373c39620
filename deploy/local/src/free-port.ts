import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what the system gives to outgoing connections: a port of that range can be taken by any connection between its
 * choice and its use. Above those that browsers refuse to open.
 */
const FIRST = 12_000;
const END = 32_000;
const MOST_TRIES = 200;
const given = new Set<number>();

/** A port nobody listens on at this moment, and that this process has not been given before. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = randomInt(FIRST, END);
    if (given.has(port) || (await portTaken(port, host))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`${MOST_TRIES} ports between ${FIRST} and ${END} were tried and none is free`);
}

/** Whether somebody listens on the port already. */
export function portTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)));
  });
}
