import type { closePayRequest as call, PayRequestRow } from '@gerbang/contracts/pay-requests';
import { PAY_REQUEST_MACHINE } from '@gerbang/domain/pay-requests';
import { edgeFor } from '@gerbang/domain/transitions';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { findListed } from './pay-lists.repository.ts';
import { lockRequest, updateRequest } from './pay-requests.repository.ts';
import { noRequest, toRow } from './pay-requests.view.ts';

const CLOSED = 'pay_request.closed';

/**
 * Ends the review of a request of which no money is kept: another amount was paid, and the provider gave it back. 409
 * `not_in_review`, and `money_kept` where money stands unapplied: assigning or returning that ends the review.
 */
export async function closePayRequest(
  context: Context,
  caller: Caller,
  id: string,
  { version, reason }: z.output<(typeof call)['body']>,
): Promise<PayRequestRow> {
  const listed = async (trx: Db) => {
    const row = await findListed(trx, id);
    if (!row) throw new Error('a request that was just locked is gone');
    return row;
  };
  return changeLocked(
    context.database,
    { ...caller, ifMatch: String(version) },
    {
      lock: (trx) => lockRequest(trx, id),
      notFound: noRequest,
      expect: { actions: [CLOSED], present: async ({ trx }) => toRow(context, await listed(trx)) },
      apply: async ({ trx, present }) => {
        const edge = edgeFor(PAY_REQUEST_MACHINE, present.status, { action: 'return', by: 'finance' });
        if (!edge) throw conflict('not_in_review', 'Permintaan ini tidak sedang ditinjau.');
        if ((await listed(trx)).keeps_money) {
          throw conflict(
            'money_kept',
            'Uangnya masih menunggu di Dana belum dibukukan. Bukukan atau kembalikan dari sana.',
          );
        }
        return updateRequest(trx, present, { status: edge.to });
      },
      audit: ({ present }, moved) => ({
        action: CLOSED,
        subject: id,
        details: {
          request_no: present.request_no,
          request_status: { from: present.status, to: moved.status },
          reason,
        },
      }),
      view: async ({ trx }) => toRow(context, await listed(trx)),
    },
  );
}
