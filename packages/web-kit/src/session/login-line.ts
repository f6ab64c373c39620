import { login, type InLine, type LoginBody } from '@gerbang/contracts/accounts';
import { comeAgainMs } from '@gerbang/domain/login-line';
import { ApiError, call, type CallOutput } from '@gerbang/web-kit/api/client';

/** The server keeps a place so long without a word from us. */
const KEPT_MS = 60_000;
/** Without a place a failed part of the server is waited for so long. */
const PATIENCE_MS = 10_000;
const AGAIN_MS = 2000;
/** The server answers within two seconds; what takes longer is lost. */
const SILENT_MS = 10_000;

/** Where a login stands; `lost` while the server cannot be reached. */
export interface LinePlace extends Pick<InLine, 'place' | 'seconds'> {
  readonly lost: boolean;
}

type LoggedIn = Exclude<CallOutput<typeof login>, InLine>;

/** Waits; the reason of the signal ends it at once. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

/** One request, which also ends when nothing is heard for too long: a lost line does not say so. */
async function visit(body: LoginBody, signal: AbortSignal): Promise<CallOutput<typeof login>> {
  const ending = new AbortController();
  const leave = () => ending.abort(signal.reason);
  const timer = setTimeout(() => ending.abort(new TypeError('Failed to fetch')), SILENT_MS);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await call(login, { body, signal: ending.signal });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

const isDown = (error: unknown) => error instanceof ApiError && [502, 503, 504].includes(error.status);

/**
 * Logs in. Where many do, it waits in the line: it tells the place, comes again with its ticket, and goes on when the
 * connection returns within a minute. `signal` leaves the line.
 */
export async function logInByLine(
  body: LoginBody,
  signal: AbortSignal,
  tell: (place: LinePlace) => void,
): Promise<LoggedIn> {
  let held: InLine | undefined;
  let heardAt = Date.now();
  for (;;) {
    try {
      const answer = await visit(held ? { ...body, ticket: held.ticket } : body, signal);
      if (!('ticket' in answer)) return answer;
      held = answer;
      heardAt = Date.now();
      tell({ place: held.place, seconds: held.seconds, lost: false });
      await pause(comeAgainMs(held.seconds), signal);
    } catch (error) {
      const isLost = isDown(error) || (held !== undefined && error instanceof TypeError);
      if (signal.aborted || !isLost || Date.now() - heardAt > (held ? KEPT_MS : PATIENCE_MS)) throw error;
      if (held) tell({ place: held.place, seconds: held.seconds, lost: true });
      await pause(AGAIN_MS, signal);
    }
  }
}
