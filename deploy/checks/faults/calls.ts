import { setTimeout as sleep } from 'node:timers/promises';
import { throughLine } from '@gerbang/service-kit/testing/login-line';
import { createClient } from '../kit/client.ts';
import { type Person as NewPerson, newPerson, signUp } from '../kit/people.ts';

/** A caller should never wait longer. */
export const LONGEST_WAIT_MS = 10_000;
/** A caller gives up after this time. */
const TIMEOUT_MS = 20_000;
const LONG_TIMEOUT_MS = 60_000;
const TRIES = 40;
const PAUSE_MS = 500;

export interface Person {
  readonly email: string;
  readonly password: string;
  id: string;
  cookie: string;
  /** Whether its address is proved, so that it may choose letters. */
  takesLetters?: boolean;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Idempotency-Key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The record that the journal looks for; without it the call writes nothing that is looked for. */
  readonly record?: { kind: string; tag: string; values?: Record<string, unknown> };
}

export interface Answer {
  /** Null where no response came. */
  readonly status: number | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookie: string | null;
  readonly ms: number;
}

/** Makes a call once and never again: the journal must know what was sent. A broken connection has no status. */
export async function call(
  url: string,
  person: Pick<Person, 'cookie'> | null,
  request: Request,
  timeoutMs = TIMEOUT_MS,
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
        ...request.headers,
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      signal: AbortSignal.timeout(timeoutMs),
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

/** Repeats a call until a response below 500 comes: for calls that are not checked themselves. */
export async function callUntilAnswered(
  url: string,
  person: Pick<Person, 'cookie'> | null,
  request: Request,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call(url, person, request, LONG_TIMEOUT_MS);
    if ((answer.status !== null && answer.status < 500) || tries === TRIES) return answer;
    await sleep(PAUSE_MS);
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // The status says enough about a page or nothing.
  }
}

/** Logs in; false where that is impossible at the moment. */
export async function logIn(url: string, person: Person): Promise<boolean> {
  const body = { identifier: person.email, password: person.password };
  const enter = (ticket?: unknown) =>
    callUntilAnswered(url, null, { method: 'POST', path: '/api/login', body: { ...body, ticket } });
  const answer = await throughLine(enter, (one) => one);
  if (answer.status !== 200 || answer.cookie === null) return false;
  person.cookie = answer.cookie;
  person.id = String(answer.body.id);
  return true;
}

const PROFILE = { father_name: 'Bapak Uji', mother_name: 'Ibu Uji', address: 'Jl. Awal 1' };

/** Registers a parent with a profile; the portal must be up. */
export async function newParent(url: string): Promise<Person & NewPerson> {
  const client = createClient(url);
  const { call: portal, ...parent } = await signUp(client, newPerson('Wali Uji'));
  await portal('PATCH', '/api/parent', { ...PROFILE, father_phone: parent.phone });
  client.close();
  return parent;
}

/** The state of a call: done = 2xx, refused = 4xx, open = 5xx or no response, so that the caller cannot know. */
export type Outcome = 'done' | 'refused' | 'open';

/** A line of the journal. */
export interface Entry {
  /** The kind of record (`child`, `payment`, …); null for a call without one. */
  readonly kind: string | null;
  /** Finds the record again. */
  readonly tag: string;
  /** The values that the record must hold. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly code: string | null;
  /** Id of the record in a 2xx. */
  readonly id: string | null;
  readonly at: number;
  readonly ms: number;
}

/** Whether the call is known to have worked; a twin in flight (409) says nothing about the first call. */
export function outcomeOf({ status, code }: Pick<Entry, 'status' | 'code'>): Outcome {
  if (status === null || status >= 500 || code === 'in_flight') return 'open';
  return status < 300 ? 'done' : 'refused';
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Makes the calls of a load and writes each of them into a journal; after a lost session the person logs in again. */
export function createCaller(url: () => string) {
  const entries: Entry[] = [];
  let sessionsLost = 0;
  return {
    entries,
    sessionsLost: () => sessionsLost,
    async call(person: Person, request: Request): Promise<Answer> {
      const at = Date.now();
      const answer = await call(url(), person, request);
      const { method, path, record } = request;
      entries.push({
        kind: record?.kind ?? null,
        tag: record?.tag ?? '',
        values: record?.values ?? {},
        method,
        path,
        status: answer.status,
        code: textOf(answer.body.code),
        id: textOf(answer.body.id),
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
