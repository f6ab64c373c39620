import { pino, type ChildLoggerOptions, type LogFn } from 'pino';
import { currentTracing } from './tracing.ts';

const SECRET_PATHS = [
  'password',
  'newPassword',
  'currentPassword',
  'otp',
  'phone',
  'contact_phone',
  'email',
  'identifier',
  'nik',
  'kk_number',
  'to',
  'text',
  'params',
  'body',
  'query',
  'sealed',
];

/** What a log may say of an error: a database's message quotes values, so that only its code and constraint are kept. */
function describeError(error: Error & { code?: unknown; constraint?: unknown; table?: unknown }) {
  const { code, constraint, table } = error;
  const fromDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/u.test(code);
  return {
    type: error.name,
    code,
    ...(fromDatabase ? { constraint, table } : { message: error.message.slice(0, 300) }),
    // Without the first lines, which repeat the message.
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 12)
      .join('\n'),
  };
}

/** A bare error gets a message that says nothing of it. */
function withMessage(logged: unknown): unknown[] {
  return typeof logged === 'object' ? [logged, 'no message'] : [logged];
}

function traceOfLine(): { trace_id?: string } {
  const traceId = currentTracing()?.traceId();
  return traceId === undefined ? {} : { trace_id: traceId };
}

export type Logger = ReturnType<typeof createLogger>;

const WARN = 40;

/** Characters of lines that are kept while the output takes none; later ones are dropped. */
const MOST_KEPT = 1024 * 1024;

/**
 * Lines of the standard output leave together, at most a second late; a warning leaves at once, with those before it. An
 * output that takes nothing, as a file on a full disk, stops no program: it is tried again each second.
 */
function openOutput() {
  const output = pino.destination({
    fd: 1,
    sync: false,
    minLength: 4096,
    maxLength: MOST_KEPT,
    periodicFlush: 1000,
  });
  let failing = false;
  output.on('error', () => {
    failing = true;
  });
  output.on('write', () => {
    failing = false;
  });
  const flushSync = output.flushSync.bind(output);
  // Called at the end of the process, where it would try for ever.
  output.flushSync = () => {
    if (!failing) flushSync();
  };
  return output;
}
let standardOutput: ReturnType<typeof openOutput> | undefined;

/** Structured logs: JSON lines with the process' name; personal data, cookies and codes never. */
export function createLogger(name: string, level = 'info', destination?: { write(line: string): void }) {
  const output = destination ?? (standardOutput ??= openOutput());
  const options = {
    level,
    base: { process: name },
    // Lines of a request have its id, which is the trace's; this finds those of the jobs that it caused.
    ...(currentTracing() && { mixin: traceOfLine }),
    redact: {
      paths: [
        ...SECRET_PATHS,
        ...SECRET_PATHS.map((path) => `*.${path}`),
        '*.name',
        // A code of a reset at the top; below `err` it is a database's and stays.
        'code',
        'req.headers',
        'headers',
      ],
      censor: '[redacted]',
    },
    hooks: {
      // Left alone, pino takes an error's message for the line's, and with it what a database quoted.
      logMethod(args: Parameters<LogFn>, method: LogFn, line: number) {
        const [first, ...rest] = args as unknown[];
        const error = first instanceof Error ? { err: first } : first;
        Reflect.apply(method, this, rest.length > 0 ? [error, ...rest] : withMessage(error));
        if (line >= WARN && !destination) standardOutput?.flush();
      },
    },
    serializers: {
      req: (request: { method?: string; url?: string; id?: unknown }) => ({
        method: request.method,
        // Queries may hold search texts: the path alone is logged.
        path: request.url?.split('?', 1)[0],
        id: request.id,
      }),
      err: describeError,
    },
  };
  return pino(options, output);
}

type Line = Parameters<LogFn>;

/** The logger of one request, made when its first line is written: most requests write none of their own. */
class RequestLogger {
  readonly #make: () => Logger;
  #made: Logger | undefined;
  level: string;

  constructor(parent: Logger, bindings: object, settings: ChildLoggerOptions) {
    this.level = parent.level;
    this.#make = () => parent.child(bindings, settings);
  }
  get #log(): Logger {
    return (this.#made ??= this.#make());
  }
  child(bindings: object, settings?: ChildLoggerOptions): Logger {
    return this.#log.child(bindings, settings);
  }
  fatal(...line: Line): void {
    this.#log.fatal(...line);
  }
  error(...line: Line): void {
    this.#log.error(...line);
  }
  warn(...line: Line): void {
    this.#log.warn(...line);
  }
  info(...line: Line): void {
    this.#log.info(...line);
  }
  debug(...line: Line): void {
    this.#log.debug(...line);
  }
  trace(...line: Line): void {
    this.#log.trace(...line);
  }
  silent(): void {
    return;
  }
}

/** The logger of one request, with its id in each line. */
export function requestLogger(parent: unknown, bindings: object, settings: ChildLoggerOptions): Logger {
  return new RequestLogger(parent as Logger, bindings, settings) as unknown as Logger;
}

const INFO = 30;

/** The parts of a pino logger from which a line can be put together. */
type Parts = Logger & {
  readonly [pino.symbols.streamSym]: { write(line: string): void };
  readonly [pino.symbols.chindingsSym]: string;
};

/**
 * Writes the line of each answered request: method, path without query, id, status, time. It is put together here,
 * because nothing in it can hold personal data and pino's way through serializers and redaction costs a multiple.
 */
export function accessLog(logger: Logger) {
  const { [pino.symbols.streamSym]: output, [pino.symbols.chindingsSym]: bindings } = logger as Parts;
  return (
    request: { readonly method: string; readonly url: string; readonly id: unknown },
    status: number,
    ms: number,
  ): void => {
    if (!logger.isLevelEnabled('info')) return;
    const { method, url, id } = request;
    const query = url.indexOf('?');
    const path = JSON.stringify(query < 0 ? url : url.slice(0, query));
    output.write(
      `{"level":${INFO},"time":${Date.now()}${bindings},"reqId":"${String(id)}","req":{"method":"${method}","path":${path}},"status":${status},"ms":${Math.round(ms)},"msg":"request"}\n`,
    );
  };
}
