import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { SESSION_IDLE_HEADER, UNATTENDED_HEADER, UNREAD_HEADER } from '@gerbang/contracts/identity';
import type { ProblemBody } from '@gerbang/contracts/problem';
import type { z } from 'zod';
import { addressOf } from './address-of.ts';
import { keepAnswer, keptAnswers } from './kept-answers.ts';

/** The input of a call, by its contract. */
export type CallInput<E extends Endpoint> = (E extends { params: infer P extends z.ZodType }
  ? { params: z.input<P> }
  : unknown) &
  (E extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown) & {
    signal?: AbortSignal;
    headers?: Record<string, string>;
    /** Arrives although the page is closed meanwhile; for bodies of a few KB. */
    keepalive?: boolean;
  };

/** The result of a call, by its contract. */
export type CallOutput<E extends Endpoint> = z.output<E['response'][keyof E['response']]>;

/** A refused call: its message is `"{status}: {body or status text}"`, `body` is the parsed problem. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ProblemBody | null;
  readonly retryAfter: number | null;

  constructor(status: number, text: string, retryAfter: number | null = null) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = parseProblem(text);
    this.retryAfter = retryAfter;
  }
}

function parseProblem(text: string): ProblemBody | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isProblem(value) ? value : null;
  } catch {
    return null; // not ours: a proxy's page or a cut response
  }
}

function isProblem(value: unknown): value is ProblemBody {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

/** The user did not give the proof that a call needs: nothing was sent again, nothing has changed. */
export class ProofCancelled extends Error {
  constructor() {
    super('Dibatalkan, tidak ada yang berubah. Langkah ini menunggu bukti bahwa ini benar Anda.');
    this.name = 'ProofCancelled';
  }
}

type AskForProof = () => Promise<void>;
let askForProof: AskForProof | undefined;
let asking: Promise<void> | undefined;
let provenAt = Number.NEGATIVE_INFINITY;

/** Sets how the user is asked for a fresh proof; the promise is refused where none was given. */
export function askForProofBy(ask: AskForProof): void {
  askForProof = ask;
}

/**
 * Sends a call; where the server wants a fresh proof of the password or a factor first, asks for it and sends the call
 * once more as it was. Calls that wait at the same time share one question.
 */
export async function withProof<Result>(send: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.body?.code !== 'fresh_proof_required' || !askForProof)
      throw error;
    if (provenAt < began) {
      asking ??= askForProof().finally(() => {
        asking = undefined;
      });
      await asking;
      provenAt = performance.now();
    }
    return send();
  }
}

const OFFLINE = 'Tidak dapat terhubung ke server. Periksa koneksi internet Anda, lalu coba lagi.';
const UNKNOWN = 'Terjadi kesalahan. Silakan coba lagi.';

const SOME_TIME = /\s*(?:Silakan )?coba lagi(?: (?:beberapa saat lagi|nanti|besok))?\.?$/iu;

/** `45 detik`, `2 menit`: rounded up, so that a retry is never too early. */
export function waitText(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} detik`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} menit` : `${Math.ceil(minutes / 60)} jam`;
}

/** What a response's `Retry-After` says; null where it has none. */
export const secondsToWait = (header: string | null): number | null => Number(header) || null;

/** Puts the time to wait that the server names (429, 503) in place of "some time". */
function withWait(message: string, seconds: number | null): string {
  if (seconds === null) return message;
  const reason = message.replace(SOME_TIME, '').replace(/\.?$/u, '.');
  return `${reason} Silakan coba lagi dalam ${waitText(seconds)}.`;
}

/** The sentence to show: the body's `message`, never raw JSON. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return withWait(error.body?.message ?? UNKNOWN, error.retryAfter);
  if (error instanceof TypeError) return OFFLINE;
  return error instanceof Error && error.message !== '' ? error.message : UNKNOWN;
}

/** The bad fields of a refused body by their path. */
export function issuesOf(error: unknown): Readonly<Record<string, string>> {
  const issues = error instanceof ApiError ? (error.body?.issues ?? []) : [];
  return Object.fromEntries(issues.map((issue) => [issue.path, issue.message]));
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  keepalive?: boolean;
}

/** Responses to calls that the page sent before the program ran (packages/first-paint), by address. */
declare global {
  var gerbangAhead: Record<string, Promise<Response>> | undefined;
}

/** The response to a call that the page has sent ahead; each is used once, and none after a write. */
function takeAhead(method: string, address: string): Promise<Response> | undefined {
  const ahead = globalThis.gerbangAhead;
  if (!ahead) return undefined;
  if (method !== 'GET') {
    globalThis.gerbangAhead = undefined;
    return undefined;
  }
  const known = ahead[address];
  delete ahead[address];
  return known;
}

/** When the session ends by the server's word, in milliseconds since 1970, if no tab makes a further call. */
export const sessionLife = { until: Number.POSITIVE_INFINITY };

/** Notes what a response says about the session: how many seconds without a call end it. */
export function noteIdleTime(seconds: string | null): void {
  if (seconds) sessionLife.until = Date.now() + Number(seconds) * 1000;
}

/** The number of unread messages as it was told last, null before that; each listener is called when it changes. */
export const unread = { count: null as number | null, listeners: new Set<() => void>() };

/** Notes the number of unread messages, where a response or the stream tells it. */
export function noteUnread(count: number | null | undefined): void {
  if (count === undefined || count === unread.count) return;
  unread.count = count;
  for (const listener of unread.listeners) listener();
}

let unattended = false;

/** Sends a read because time has passed and no person wants it now; it does not keep the session. */
export function byTimer<Result>(read: () => Result): Result {
  unattended = true;
  try {
    return read();
  } finally {
    unattended = false;
  }
}

interface Received {
  readonly headers: Headers;
  readonly text: string;
}

async function sendOnce(method: string, path: string, input: LooseInput): Promise<Received> {
  const hasBody = input.body !== undefined;
  const address = addressOf(path, input);
  const shelf = keptAnswers();
  const kept = method === 'GET' ? shelf.get(address) : undefined;
  const response = await (takeAhead(method, address) ??
    fetch(address, {
      method,
      credentials: 'include',
      headers: {
        ...input.headers,
        ...(unattended ? { ['x-unattended' satisfies typeof UNATTENDED_HEADER]: '1' } : {}),
        ...(kept ? { 'if-none-match': kept.tag } : {}),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
      ...(input.signal ? { signal: input.signal } : {}),
      ...(input.keepalive ? { keepalive: true } : {}),
    }));
  noteIdleTime(response.headers.get('x-session-idle' satisfies typeof SESSION_IDLE_HEADER));
  const told = response.headers.get('x-unread' satisfies typeof UNREAD_HEADER);
  if (told !== null) noteUnread(Number(told));
  if (kept && response.status === 304) return kept;
  const text = await response.text();
  if (!response.ok) {
    const seconds = secondsToWait(response.headers.get('retry-after'));
    throw new ApiError(response.status, text || response.statusText, seconds);
  }
  if (method === 'GET') keepAnswer(shelf, address, response.headers, text);
  return { headers: response.headers, text };
}

const send = (method: string, path: string, input: LooseInput): Promise<Received> =>
  withProof(() => sendOnce(method, path, input));

/**
 * Calls the API: `call(login, { body })`. In the browser an endpoint of the contracts is its method and path alone
 * (packages/federation, contract-loader). Credentials are always sent, a JSON content type only with a body.
 */
export async function call<E extends Endpoint>(
  { method, path }: E,
  input: CallInput<E>,
): Promise<CallOutput<E>> {
  const { text } = await send(method, path, input);
  return (text === '' ? undefined : JSON.parse(text)) as CallOutput<E>;
}

/** A page of a list, with its headers `X-Total-Count` and `Link`. */
export interface ListPage<Rows> {
  readonly rows: Rows;
  readonly total: number;
  readonly next: string | null;
  readonly prev: string | null;
}

function cursorOf(link: string, rel: 'next' | 'prev'): string | null {
  const address = new RegExp(`<([^>]*)>; *rel="${rel}"`, 'u').exec(link)?.[1];
  return address === undefined ? null : new URL(address, 'http://gerbang').searchParams.get('cursor');
}

/** Reads one page of a list by contract; the query carries `limit` and, after the first page, its `cursor`. */
export async function callPage<E extends Endpoint>(
  { method, path }: E,
  input: CallInput<E>,
): Promise<ListPage<CallOutput<E>>> {
  const { headers, text } = await send(method, path, input);
  const link = headers.get('link') ?? '';
  const rows = JSON.parse(text) as CallOutput<E>;
  const counted = Number(headers.get('x-total-count') ?? Number.NaN);
  return {
    rows,
    total: Number.isNaN(counted) && Array.isArray(rows) ? rows.length : counted,
    next: cursorOf(link, 'next'),
    prev: cursorOf(link, 'prev'),
  };
}
