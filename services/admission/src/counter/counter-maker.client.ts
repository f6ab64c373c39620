import { readCounterMaker } from '@gerbang/contracts/internal-calls';
import { callInternal } from '@gerbang/service-kit/http/internal';
import { unavailable } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';

/** The member of staff who made this account at the counter, while it has no password of its own; null = none. */
export async function readMaker(
  { config }: Pick<Context, 'config'>,
  userId: string,
  requestId?: string,
): Promise<string | null> {
  const target = { origin: config.AUTH_URL, key: config.INTERNAL_KEY, requestId };
  const { status, body } = await callInternal(readCounterMaker, target, { userId });
  const read = readCounterMaker.response.safeParse(body);
  if (status !== 200 || !read.success) throw unavailable(5, new Error(`auth responded ${status}`));
  return read.data.maker;
}
