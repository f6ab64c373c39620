import { readEyes } from '@gerbang/contracts/internal-calls';
import { EYES_MESSAGES, type EyesRefusal } from '@gerbang/domain/four-eyes';
import { callInternal, type InternalTarget } from './internal.ts';
import { forbidden, unavailable } from './problems.ts';

/** 403 where an account is no second person. */
export function enforceEyes(refusal: EyesRefusal | null): void {
  if (refusal !== null) throw forbidden(EYES_MESSAGES[refusal], refusal);
}

/** Refuses a caller who may not be the second person to what the first people did. */
export type AssertEyes = (second: string, firsts: readonly string[], requestId?: string) => Promise<void>;

/** Asks auth, which owns the facts, at the moment of the decision; without its clear response the decision waits (503). */
export function eyesOfAuth(target: Omit<InternalTarget, 'requestId'>): AssertEyes {
  return async (second, firsts, requestId) => {
    const call = { ...target, ...(requestId && { requestId }) };
    const { status, body } = await callInternal(readEyes, call, { second, firsts: [...new Set(firsts)] });
    const read = readEyes.response.safeParse(body);
    if (status !== 200 || !read.success) throw unavailable(5, new Error(`auth responded ${status}`));
    enforceEyes(read.data.refusal);
  };
}
