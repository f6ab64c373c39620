import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, type Problem } from './problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The maximum number of values in a JSON body, where it differs from the default. */
    bodyValues?: number;
  }
}

const MAX_DEPTH = 10;
const MAX_NODES = 5000;

const tooComplex = (): Problem => badRequest('Isi permintaan terlalu rumit.');

// PostgreSQL refuses U+0000 and would store a lone surrogate as another character.
const isSupported = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** A 400 if a text or field name, at any depth, holds characters that PostgreSQL cannot store; else null. */
export function unsupportedText(value: unknown): Problem | null {
  return isSupportedThroughout(value) ? null : badRequest('Isian berisi karakter yang tidak didukung.');
}

function isSupportedThroughout(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && !isSupported(next)) return false;
    if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) {
        if (!isSupported(key)) return false;
        waiting.push(inner);
      }
    }
  }
  return true;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * Throws 400 for JSON that is too deep, has too many values or repeats a field. Scans the text before it is parsed, in
 * one pass without recursion, so that the cost is linear in its length.
 */
export function assertBoundedJson(text: string, maxNodes = MAX_NODES): void {
  const open: (Set<string> | null)[] = [];
  let nodes = 1;
  let expectsKey = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{' || char === '[') {
      expectsKey = char === '{';
      open.push(expectsKey ? new Set() : null);
      nodes += 1;
    } else if (char === '}' || char === ']') {
      open.pop();
      expectsKey = false;
    } else if (char === ',') {
      expectsKey = (open.at(-1) ?? null) !== null;
      nodes += 1;
    } else if (char === '"') {
      const end = endOfString(text, at);
      const keys = open.at(-1);
      if (expectsKey && keys) {
        const key = JSON.parse(text.slice(at, end + 1)) as string;
        if (keys.has(key)) throw badRequest('Isi permintaan menyebut satu isian dua kali.');
        keys.add(key);
      }
      expectsKey = false;
      at = end;
    }
    if (open.length > MAX_DEPTH || nodes > maxNodes) throw tooComplex();
  }
}

/** Parses a JSON text, bounded in size and depth, for Fastify: an empty text counts as none, a wrong one is 400. */
export function boundedJsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  const malformed = () => badRequest('Isi permintaan bukan JSON yang benar.');
  return (
    request: FastifyRequest,
    body: string,
    done: (error: Error | null, value?: unknown) => void,
  ): void => {
    if (body === '') {
      done(null, undefined);
      return;
    }
    try {
      assertBoundedJson(body, request.routeOptions.config?.bodyValues);
    } catch (error) {
      done(error instanceof SyntaxError ? malformed() : (error as Error));
      return;
    }
    void parse(request, body, (error, value) => {
      if (error) {
        done(malformed());
        return;
      }
      done(unsupportedText(value), value);
    });
  };
}

/** Accepts only JSON bodies, bounded in size and depth. */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, boundedJsonParser(app));
}

/** How long a body may take to arrive; a file from a slow phone has longer. */
const BODY_TIME_MS = 15_000;
export const UPLOAD_TIME_MS = 60_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the call accepts files: its body has a minute to arrive. */
    uploads?: boolean;
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** Ends requests whose body does not arrive in time. The server has one limit, that of uploads; other calls have less. */
export function limitBodyTime(
  app: FastifyInstance,
  end: (socket: Socket) => void,
  time = BODY_TIME_MS,
): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request) && !request.routeOptions.config?.uploads) watch(request);
    done();
  });
  function watch(request: FastifyRequest): void {
    const endIfMissing = () => {
      if (!request.raw.complete) end(request.raw.socket);
    };
    // Reads what is already in the socket first: the delay may be this process's.
    const timer = setTimeout(() => setImmediate(endIfMissing), time);
    timer.unref();
    timers.set(request, timer);
    request.raw.once('end', () => clearTimeout(timer));
    request.raw.once('close', () => clearTimeout(timer));
  }
  // A request that was refused without reading its body.
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(timers.get(request));
    done();
  });
}
