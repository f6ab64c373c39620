import { ApiError } from '@gerbang/web-kit/api/client';
import { Card } from '@gerbang/ui/card';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Skeleton, SkeletonRows } from '@gerbang/ui/skeleton';

const CONNECTION = 'Periksa koneksi Anda, lalu coba lagi.';
const SERVER = 'Server kami sedang bermasalah. Silakan coba lagi beberapa saat lagi.';

/** The sentence of a failed read: an error of the server is not blamed on the visitor's connection. */
export function loadFailure(sentence: string, errors: readonly unknown[]): string {
  const fromServer = errors.some((error) => error instanceof ApiError && error.status >= 500);
  return fromServer ? sentence.replace(CONNECTION, SERVER) : sentence;
}

/** A read as its query tells of it. */
export interface Read {
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** In place of what is being read: a skeleton; after a failure a sentence, and a button that reads it again. */
export function Loading({
  of,
  lines,
  row,
  label,
  failed,
  card = false,
}: {
  of: Read | readonly Read[];
  /** Of the skeleton. */
  lines: number;
  /** The height of a row in px where rows come: the skeleton's lines then have their shape. */
  row?: number;
  label: string;
  /** The sentence after a failure. */
  failed: string;
  /** Whether the skeleton has a card around it. */
  card?: boolean;
}) {
  const reads = [of].flat();
  if (reads.some(({ isError }) => isError)) {
    return (
      <LoadFailed
        title={loadFailure(
          failed,
          reads.map(({ error }) => error),
        )}
        retrying={reads.some(({ isFetching }) => isFetching)}
        onRetry={() => void Promise.all(reads.map(({ refetch }) => refetch()))}
      />
    );
  }
  const skeleton =
    row === undefined ? (
      <Skeleton lines={lines} label={label} />
    ) : (
      <SkeletonRows rows={lines} height={row} label={label} />
    );
  return card ? <Card as="div">{skeleton}</Card> : skeleton;
}
