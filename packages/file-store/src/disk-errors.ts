import { Problem, unavailable } from '@gerbang/service-kit/http/problems';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const BUSY = new Set(['EMFILE', 'ENFILE', 'EIO', 'EROFS', 'EAGAIN']);

/** What a failed write means to whoever uploads: nothing was stored, and trying later may work. */
export function diskProblem(error: unknown): unknown {
  const code = String((error as { code?: unknown }).code);
  if (FULL.has(code)) {
    return new Problem(
      507,
      'storage_full',
      'Penyimpanan file sedang penuh. Silakan coba lagi beberapa saat lagi.',
      { headers: { 'retry-after': '60' }, cause: error },
    );
  }
  return BUSY.has(code) ? unavailable(5, error) : error;
}

/** Null where the error says that there is no such file or folder; otherwise the error goes on. */
export function missing(error: unknown): null {
  if ((error as { code?: unknown }).code === 'ENOENT') return null;
  throw error;
}
