import { randomInt } from 'node:crypto';
import { createServer, type ListenOptions, type Server } from 'node:net';

/** The ports of the documentation; PORT and SIMULATOR_PORT change the first two. */
const USUAL = {
  gateway: 8080,
  simulator: 8090,
  simulatorMail: 8025,
  simulatorSnap: 8091,
  auth: 4001,
  admission: 4002,
  announcement: 4003,
  billing: 4004,
  notification: 4005,
  gatewayMetrics: 9100,
  authMetrics: 9101,
  admissionMetrics: 9102,
  announcementMetrics: 9103,
  billingMetrics: 9104,
  notificationMetrics: 9105,
  // The halves of the services that run in the worker of the small shape.
  authWorkMetrics: 9111,
  admissionWorkMetrics: 9112,
  announcementWorkMetrics: 9113,
  billingWorkMetrics: 9114,
};
type PortName = keyof typeof USUAL;
const NAMES = Object.keys(USUAL) as PortName[];

export type Ports = Record<PortName, number>;

/** The ports that people type, as the environment names them; NaN where it names no number. */
export function publicPorts(env: NodeJS.ProcessEnv = process.env) {
  return {
    PORT: Number(env.PORT || USUAL.gateway),
    SIMULATOR_PORT: Number(env.SIMULATOR_PORT || USUAL.simulator),
  };
}

/** A value for each port. */
export function eachPort(value: number): Ports {
  return Object.fromEntries(NAMES.map((name) => [name, value])) as Ports;
}

/** The wished ports, and free ones for the others. */
export async function choosePorts(wished: Partial<Ports> = {}): Promise<Ports> {
  const chosen = eachPort(0);
  for (const name of NAMES) chosen[name] = wished[name] || (await freePort());
  return chosen;
}

/**
 * The documented ports where they are free, and no other start was given them: a first one uses them a minute later. The
 * inner ones are never typed, so any other port does.
 */
export async function usualPorts(): Promise<Partial<Ports>> {
  const free = await Promise.all(
    NAMES.map(async (name) => {
      const port = USUAL[name];
      return [name, !(await portTaken(port, '127.0.0.1')) && (await holdPort(port)) ? port : 0] as const;
    }),
  );
  return Object.fromEntries(free);
}

/**
 * Below the range of outgoing connections, any of which could take the port between its choice and its use, and above
 * the ports that browsers refuse to open. The choice is random because test processes choose side by side.
 */
const FIRST = 12_000;
const END = 32_000;
const MOST_TRIES = 200;
/** The ports that this process was given; each is held by a socket until the process ends. */
const given = new Map<number, Server>();

/** Returns a port that is free now, and that no process of this project is given while this one runs. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = randomInt(FIRST, END);
    if (given.has(port) || (await portTaken(port, host))) continue;
    if (await holdPort(port)) return port;
  }
  throw new Error(`${MOST_TRIES} ports between ${FIRST} and ${END} were tried and none is free`);
}

/**
 * Holds a port for this process between its choice and its use, which are seconds apart; false where another process holds
 * it. A socket in Linux's abstract namespace leaves no file behind and is gone with its process.
 * @see https://man7.org/linux/man-pages/man7/unix.7.html
 */
async function holdPort(port: number): Promise<boolean> {
  const holder = createServer();
  const isHeld = await listens(holder, { path: `\0gerbang-port-${port}` });
  if (isHeld) given.set(port, holder.unref());
  return isHeld;
}

/** Whether a program listens on the port already. */
export async function portTaken(port: number, host: string): Promise<boolean> {
  const server = createServer();
  if (!(await listens(server, { port, host, exclusive: true }))) return true;
  await new Promise((resolve) => server.close(resolve));
  return false;
}

/** Whether the server listens there now; false where another one does. */
const listens = (server: Server, where: ListenOptions) =>
  new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(where, () => resolve(true));
  });
