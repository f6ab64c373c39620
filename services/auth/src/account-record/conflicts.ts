import type { ProblemCode } from '@gerbang/contracts/problem';
import { type Issue, Problem } from '@gerbang/service-kit/http/problems';

/** 409 with the fields that collide. */
export function conflict(code: ProblemCode, message: string, issues?: readonly Issue[]): Problem {
  return new Problem(409, code, message, { issues });
}

/** Whether the database refused a write because of this unique index. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === index;
}
