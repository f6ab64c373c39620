import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { networkOf } from '@gerbang/service-kit/http/network';
import { tooMany, unprocessable } from '@gerbang/service-kit/http/problems';
import { countRequest } from '../account-record/throttle.repository.ts';
import type { Context } from '../context.ts';
import { lockRequest, writeRequest } from './number-requests.repository.ts';

/** What is stored of a token. */
export const stopHash = (context: Pick<Context, 'hash'>, token: string): Buffer =>
  context.hash('number-stop', token);

/** The page that stops a move; the token stands behind the `#`, which browsers keep to themselves. */
export const stopLink = ({ config }: Pick<Context, 'config'>, token: string): string =>
  `${config.PUBLIC_ORIGIN}/number-requests/stop#${token}`;

/** Stops an approved request by the token of its message, once; 422 for any other token, 429 for many of a network. */
export async function stopNumberRequest(context: Context, token: string, origin: Origin): Promise<void> {
  const network = networkOf(origin.address);
  const wait = await countRequest(context.database.knex, 'number_stop', network, context.resetPerAddress);
  if (wait > 0) throw tooMany(wait);
  await context.database.transaction(async (trx) => {
    const locked = await lockRequest(trx, { stop_hash: stopHash(context, token) });
    // Between reading the token and the lock another request, or the move, may have ended it.
    if (locked?.request.status !== 'approved') {
      throw unprocessable(
        'expired',
        'Tautan ini sudah dipakai atau tidak berlaku lagi. Bila Anda tidak meminta pergantian nomor, segera hubungi sekolah.',
      );
    }
    await writeRequest(trx, locked.request, 'stopped', 'owner');
    await audit(trx, {
      action: 'number_request.stopped',
      actor: null,
      subject: locked.account.id,
      origin,
    });
  });
  context.log.warn({ event: 'number_request_stopped', requestId: origin.requestId });
}
