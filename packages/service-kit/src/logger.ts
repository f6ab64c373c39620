import { pino, type LogFn } from 'pino';

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

export type Logger = ReturnType<typeof createLogger>;

/** Structured logs: JSON lines with the process' name; personal data, cookies and codes never (reliability G36). */
export function createLogger(name: string, level = 'info', destination?: { write(line: string): void }) {
  const options = {
    level,
    base: { process: name },
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
      logMethod(args: Parameters<LogFn>, method: LogFn) {
        const [first, ...rest] = args as unknown[];
        const error = first instanceof Error ? { err: first } : first;
        Reflect.apply(method, this, rest.length > 0 ? [error, ...rest] : withMessage(error));
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
  return destination ? pino(options, destination) : pino(options);
}
