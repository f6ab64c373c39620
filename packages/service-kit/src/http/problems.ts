import { IDENTITY_REFUSED_HEADER } from '@gerbang/contracts/identity';
import type { ProblemBody, ProblemCode, StaleState } from '@gerbang/contracts/problem';
import { ZodError } from 'zod';

export type Issue = { path: string; message: string };

/** An answer that is not a success: everything a caller may learn, and nothing else. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly statusCode: number;
  readonly code: ProblemCode;
  readonly issues: readonly Issue[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The further fields of a 409 `stale`. */
  readonly stale: StaleState | undefined;
  /** Figures and findings of the refusal, by name. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    statusCode: number,
    code: ProblemCode,
    message: string,
    extra: {
      issues?: readonly Issue[];
      headers?: Record<string, string>;
      cause?: unknown;
      stale?: StaleState;
      details?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message, { cause: extra.cause });
    this.statusCode = statusCode;
    this.code = code;
    this.issues = extra.issues;
    this.headers = extra.headers ?? {};
    this.stale = extra.stale;
    this.details = extra.details;
  }

  /** The body of an error response. */
  body(requestId: string): ProblemBody {
    const { statusCode, code, message, issues, stale, details } = this;
    return {
      statusCode,
      code,
      message,
      ...(issues && { issues: [...issues] }),
      ...(stale && { stale }),
      ...(details && { details: { ...details } }),
      requestId,
    };
  }
}

export const badRequest = (
  message = 'Permintaan tidak sesuai. Periksa kembali isian Anda.',
  issues?: readonly Issue[],
) => new Problem(400, 'bad_request', message, { issues });
export const unauthorized = (
  message = 'Anda harus masuk terlebih dahulu.',
  code: ProblemCode = 'unauthorized',
) => new Problem(401, code, message);
/** A call without a valid signature of the gateway for this service. */
export const unknownGateway = () =>
  new Problem(401, 'identity', 'Permintaan tidak dikenali.', { headers: { [IDENTITY_REFUSED_HEADER]: '1' } });
export const forbidden = (
  message = 'Anda tidak memiliki akses untuk tindakan ini.',
  code: ProblemCode = 'forbidden',
) => new Problem(403, code, message);
/** The account's role asks for a second factor, and the account has none. */
export const mustAddFactor = () =>
  forbidden('Aktifkan verifikasi dua langkah terlebih dahulu.', 'must_add_factor');
export const notFound = (message = 'Data tidak ditemukan.') => new Problem(404, 'not_found', message);
export const conflict = (code: ProblemCode, message: string) => new Problem(409, code, message);
export const unprocessable = (code: ProblemCode, message: string, issues?: readonly Issue[]) =>
  new Problem(422, code, message, { issues });
/** 422 for one field, with the same sentence at it. */
export const refusedField = (code: ProblemCode, path: string, message: string) =>
  unprocessable(code, message, [{ path, message }]);
export const tooMany = (
  seconds: number,
  message = 'Terlalu banyak percobaan. Silakan coba lagi beberapa saat lagi.',
) =>
  new Problem(429, 'too_many_requests', message, { headers: { 'retry-after': String(Math.ceil(seconds)) } });
/** The caller has closed the connection, so the response reaches no one, and it is no fault of the service. */
export const callerLeft = () => new Problem(408, 'request_timeout', 'Permintaan dibatalkan.');
export const unavailable = (seconds = 5, cause?: unknown) =>
  new Problem(
    503,
    'unavailable',
    'Layanan sedang sibuk atau belum siap. Silakan coba lagi beberapa saat lagi.',
    {
      headers: { 'retry-after': String(Math.ceil(seconds)) },
      cause,
    },
  );
const internal = (cause: unknown) =>
  new Problem(500, 'internal', 'Terjadi kesalahan di sistem kami. Silakan coba lagi.', { cause });

const BAD_VALUE = new Set(['22021', '22P02', '22P05', '22008', '22007', '22003', '22001', '23514', '23502']);
const AWAY = new Set([
  '40001',
  '40P01',
  '57014',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
  // Disk full, out of memory, or a disk error: nothing was committed, and a retry may succeed.
  '53100',
  '53200',
  '53300',
  '58030',
  '08006',
  '08001',
  '08003',
]);
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Issues of a zod error, with dotted paths; an unknown field is named. */
export function issuesOf(error: ZodError): Issue[] {
  return error.issues.flatMap((issue): Issue[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join('.'),
          message: 'Isian ini tidak dikenal',
        }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  );
}

/** Whether the database refused a write because of this unique index. */
export function violates(error: unknown, index: string): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return (code === '23505' || code === '23P01') && constraint === index;
}

/** Turns anything thrown into a Problem; an unexpected error is a 500 without details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ZodError) return badRequest(undefined, issuesOf(error));
  const { code, statusCode, name } = (error ?? {}) as {
    code?: unknown;
    statusCode?: unknown;
    name?: unknown;
  };
  if (typeof code === 'string') {
    if (BAD_VALUE.has(code)) return badRequest();
    if (code === '23505') return conflict('duplicate', 'Data ini sudah ada.');
    if (code === '23503')
      return conflict('reference', 'Data terkait sudah berubah. Muat ulang lalu coba lagi.');
    if (AWAY.has(code) || NETWORK.has(code)) return unavailable(5, error);
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      return new Problem(413, 'too_large', 'Data yang dikirim terlalu besar.');
    }
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_CTP_INVALID_CONTENT_TYPE') {
      return new Problem(415, 'unsupported_media_type', 'Jenis isi permintaan tidak didukung.');
    }
  }
  if (name === 'KnexTimeoutError') return unavailable(5, error);
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Problem(statusCode, 'bad_request', 'Permintaan tidak sesuai. Periksa kembali isian Anda.');
  }
  if (
    error instanceof Error &&
    /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|^timeout expired$/u.test(
      error.message,
    )
  ) {
    return unavailable(5, error);
  }
  return internal(error);
}
