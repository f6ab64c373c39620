import type { ProblemCode } from '@gerbang/contracts/problem';
import { Problem } from '@gerbang/service-kit/http/problems';

/** Runs a write; a violation of this unique index becomes this 409. */
export async function orTaken<T>(
  index: string,
  taken: { code: ProblemCode; message: string; path: string },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
    if (code !== '23505' || constraint !== index) throw error;
    throw new Problem(409, taken.code, taken.message, {
      issues: [{ path: taken.path, message: taken.message }],
    });
  }
}
