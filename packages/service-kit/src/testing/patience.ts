import { setTimeout as sleep } from 'node:timers/promises';

const REPEATS = 400;
const PAUSE_MS = 250;

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  json(): { code?: string };
}

const isBusy = ({ statusCode, headers }: Answer) =>
  statusCode === 503 && headers['retry-after'] !== undefined;
/** What the repeat of a call with its key gets while the one that was cut is still running. */
const isInFlight = (answer: Answer) => answer.statusCode === 409 && answer.json().code === 'in_flight';

/**
 * Sends a call as a patient caller: again while the service says that it is busy (503 with Retry-After), four hundred times at
 * most, then returns the last answer. For tests whose calls compete for the machine: a service may refuse then, so only
 * what stays refused is a fault.
 */
export async function patiently<A extends Answer>(
  send: () => PromiseLike<A>,
  pauseMs = PAUSE_MS,
): Promise<A> {
  let answer = await send();
  for (let repeats = 0; repeats < REPEATS; repeats += 1) {
    if (!isBusy(answer) && !(repeats > 0 && isInFlight(answer))) break;
    await sleep(pauseMs);
    answer = await send();
  }
  return answer;
}

/** The same door, through which each call goes `patiently`. */
export function patient<Door extends { call(...args: never[]): PromiseLike<Answer> }>(door: Door): Door {
  return { ...door, call: (...args: never[]) => patiently(() => door.call(...args)) };
}
