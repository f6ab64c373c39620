import { freePort, portTaken } from './free-port.ts';

/** The ports of the documentation; PORT and SIMULATOR_PORT change the first two. */
const USUAL = {
  gateway: 8080,
  simulator: 8090,
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

/** The documented ports where they are free; the inner ones are never typed, so any other port does. */
export async function usualPorts(): Promise<Partial<Ports>> {
  const free = await Promise.all(
    NAMES.map(async (name) => [name, (await portTaken(USUAL[name], '127.0.0.1')) ? 0 : USUAL[name]] as const),
  );
  return Object.fromEntries(free);
}
