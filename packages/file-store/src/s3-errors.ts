import { Problem } from '@gerbang/service-kit/http/problems';

const FULL = new Set(['QuotaExceeded', 'StorageFull', 'XMinioStorageFull', 'InsufficientCapacity']);

/**
 * What a failed question to the object store means to whoever asked: it is full (507), or it cannot be used now (503): away,
 * too slow, or refusing us, which the log tells the operator. Nothing was stored, and trying later may work.
 */
export function s3Problem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  if (FULL.has(name ?? '') || $metadata?.httpStatusCode === 507) {
    return new Problem(
      507,
      'storage_full',
      'Penyimpanan file sedang penuh. Silakan coba lagi beberapa saat lagi.',
      { headers: { 'retry-after': '60' }, cause: error },
    );
  }
  return new Problem(
    503,
    'storage_unavailable',
    'Penyimpanan file sedang tidak dapat dihubungi. Silakan coba lagi beberapa saat lagi.',
    { headers: { 'retry-after': '10' }, cause: error },
  );
}
