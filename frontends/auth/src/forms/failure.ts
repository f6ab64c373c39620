import { ApiError, issuesOf, messageOf } from '@gerbang/web-kit/client';

/** `45 detik`, `2 menit`: rounded up, so that nobody comes back too early. */
export function waitText(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} detik`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} menit` : `${Math.ceil(minutes / 60)} jam`;
}

/** The sentence of a refused call, with the time to wait where the server names one (429, 503). */
export function failureText(error: unknown): string {
  const message = messageOf(error);
  if (!(error instanceof ApiError) || error.retryAfter === null) return message;
  if (/\d\s*(detik|menit|jam)/u.test(message)) return message;
  return `${message.replace(/\s*\.?$/u, '.')} Coba lagi dalam ${waitText(error.retryAfter)}.`;
}

/** The messages of a refused call that belong to fields of this form. */
export function fieldFailures<F extends string>(
  error: unknown,
  fields: readonly F[],
): readonly { readonly field: F; readonly message: string }[] {
  const issues = issuesOf(error);
  return fields.flatMap((field) => {
    const message = issues[field];
    return message === undefined ? [] : [{ field, message }];
  });
}
