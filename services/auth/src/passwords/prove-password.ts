import type { provePassword } from '@gerbang/contracts/internal-calls';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { Problem } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { accountById } from '../account-record/users.repository.ts';
import { isOwnPassword } from './own-password.ts';

/** Checks the password of a session's account for another service; wrong ones count for this session alone. */
export async function checkOwnPassword(
  context: Context,
  { userId, sessionId, password }: z.output<(typeof provePassword)['body']>,
  origin: Origin,
): Promise<z.output<(typeof provePassword)['response']>> {
  const account = await accountById(context.database.knex, userId);
  if (!account) return { outcome: 'wrong', seconds: 0 };
  try {
    const isRight = await isOwnPassword(context, account, { sessionId, password }, origin);
    return { outcome: isRight ? 'right' : 'wrong', seconds: 0 };
  } catch (error) {
    if (!(error instanceof Problem) || error.statusCode !== 429) throw error;
    return { outcome: 'wait', seconds: Number(error.headers['retry-after']) };
  }
}
