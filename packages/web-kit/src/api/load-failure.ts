// By the package's name: an error must be of one class everywhere.
import { ApiError } from '@gerbang/web-kit/api/client';

const CONNECTION = 'Periksa koneksi Anda, lalu coba lagi.';
const SERVER = 'Server kami sedang bermasalah. Silakan coba lagi beberapa saat lagi.';

/** The sentence of a failed read: an error of the server is not blamed on the visitor's connection. */
export function loadFailure(sentence: string, errors: readonly unknown[]): string {
  const fromServer = errors.some((error) => error instanceof ApiError && error.status >= 500);
  return fromServer ? sentence.replace(CONNECTION, SERVER) : sentence;
}
