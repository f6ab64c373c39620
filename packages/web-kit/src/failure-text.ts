import { ApiError, messageOf } from '@gerbang/web-kit/client';

/** The server's message, or the catalogue's sentence where it sent none (admission workflow §8). */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.body === null ? fallback : messageOf(error);
}
