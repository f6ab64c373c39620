import type { ProblemCode } from '@gerbang/contracts/problem';
import { violates, Problem } from './problems.ts';

/** Runs a write; a violation of this unique index or exclusion becomes this 409. */
export async function orTaken<T>(
  index: string,
  taken: { code: ProblemCode; message: string; path: string },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!violates(error, index)) throw error;
    throw new Problem(409, taken.code, taken.message, {
      issues: [{ path: taken.path, message: taken.message }],
    });
  }
}
