import { pino } from 'pino';

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
];

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
        'req.headers',
        'headers',
      ],
      censor: '[redacted]',
    },
    serializers: {
      req: (request: { method?: string; url?: string; id?: unknown }) => ({
        method: request.method,
        // Queries may hold search texts: the path alone is logged.
        path: request.url?.split('?', 1)[0],
        id: request.id,
      }),
      err: (error: Error & { code?: unknown }) => ({
        type: error.name,
        code: error.code,
        // Database errors quote values in `detail`; the message of those names constraints only.
        message: error.message.slice(0, 300),
        stack: error.stack?.split('\n').slice(1, 12).join('\n'),
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
