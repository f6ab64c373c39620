import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from './journal.ts';

/** No caller waits longer (reliability G22); after this one has given up. */
export const LONGEST_WAIT_MS = 10_000;
const PATIENCE_MS = 20_000;
const LONG_PATIENCE_MS = 60_000;
const TRIES = 40;
const AGAIN_AFTER_MS = 500;

export interface Person {
  readonly email: string;
  readonly password: string;
  id: string;
  cookie: string;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Idempotency-Key. */
  readonly key?: string;
  /** What the journal is to look for; without it the call changes nothing that is looked for. */
  readonly record?: { kind: string; tag: string; values?: Record<string, unknown> };
}

export interface Answer {
  readonly status: number | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookie: string | null;
  readonly ms: number;
}

/** A call as a browser makes it; a failure of the line is an answer without a status. */
export async function call(
  url: string,
  person: Pick<Person, 'cookie'> | null,
  request: Request,
  patienceMs = PATIENCE_MS,
): Promise<Answer> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  try {
    const response = await fetch(`${url}${request.path}`, {
      method: request.method,
      headers: {
        origin: url,
        ...(person && { cookie: person.cookie }),
        ...(request.body && { 'content-type': 'application/json' }),
        ...(request.key && { 'idempotency-key': request.key }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0]);
    return {
      status: response.status,
      body: parsed(text),
      cookie: cookie.length > 0 ? cookie.join('; ') : null,
      ms: ms(),
    };
  } catch (error) {
    return { status: null, body: { message: (error as Error).message }, cookie: null, ms: ms() };
  }
}

/** The same, asked again while nobody can know or a part is down: for what is not itself being tried. */
export async function callUntilAnswered(
  url: string,
  person: Pick<Person, 'cookie'> | null,
  request: Request,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call(url, person, request, LONG_PATIENCE_MS);
    if ((answer.status !== null && answer.status < 500) || tries === TRIES) return answer;
    await sleep(AGAIN_AFTER_MS);
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // a page or nothing: the status says what there is to know
  }
}

/** Logs in; false where that was not possible just now. */
export async function logIn(url: string, person: Person): Promise<boolean> {
  const body = { identifier: person.email, password: person.password };
  const answer = await callUntilAnswered(url, null, { method: 'POST', path: '/api/login', body });
  if (answer.status !== 200 || answer.cookie === null) return false;
  person.cookie = answer.cookie;
  person.id = String(answer.body.id);
  return true;
}

/** The calls of a load: each goes into the journal, and a session that is gone is one of the figures. */
export function createCaller(url: () => string, journal: Journal) {
  let sessionsLost = 0;
  return {
    sessionsLost: () => sessionsLost,
    async call(person: Person, request: Request): Promise<Answer> {
      const at = Date.now();
      const answer = await call(url(), person, request);
      const { record } = request;
      journal.note({
        kind: record?.kind ?? null,
        tag: record?.tag ?? '',
        values: record?.values ?? {},
        method: request.method,
        path: request.path,
        status: answer.status,
        code: typeof answer.body.code === 'string' ? answer.body.code : null,
        id: typeof answer.body.id === 'string' ? answer.body.id : null,
        at,
        ms: answer.ms,
      });
      if (answer.status === 401) {
        sessionsLost += 1;
        await logIn(url(), person);
      }
      return answer;
    },
  };
}

export type Caller = ReturnType<typeof createCaller>;
