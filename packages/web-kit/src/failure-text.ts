import { ApiError, messageOf } from '@gerbang/web-kit/client';

/** The server's message, or `fallback` if it sent none. */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.body === null ? fallback : messageOf(error);
}
