import { setTimeout as sleep } from 'node:timers/promises';
import { comeAgainMs } from '@gerbang/domain/login-line';

/** A line that never ends is a fault: a place counts for 15 seconds, and a visit is at least 100 ms after the last. */
const VISITS = 600;

/**
 * Logs in at a portal that may let a login wait in line (202 with ticket and seconds): comes again with the ticket until
 * it is its turn. `read` gives status and parsed body of a response.
 */
export async function throughLine<R>(
  enter: (ticket?: unknown) => Promise<R>,
  read: (
    response: R,
  ) => { status: number | null; body: unknown } | Promise<{ status: number; body: unknown }>,
): Promise<R> {
  let response = await enter();
  for (let visits = 0; visits < VISITS; visits += 1) {
    const { status, body } = await read(response);
    const { ticket, seconds } = Object(body) as { ticket?: unknown; seconds?: unknown };
    // Without a ticket the login has not to wait: a second factor is next.
    if (status !== 202 || ticket === undefined) return response;
    await sleep(comeAgainMs(Number(seconds)));
    response = await enter(ticket);
  }
  throw new Error(`A login is still in line after ${VISITS} visits`);
}

/** `throughLine` for `fetch`. */
export const fetchThroughLine = (enter: (ticket?: unknown) => Promise<Response>): Promise<Response> =>
  throughLine(enter, async (response) => ({
    status: response.status,
    body: response.status === 202 ? await response.clone().json() : null,
  }));
