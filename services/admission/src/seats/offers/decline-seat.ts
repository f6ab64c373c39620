import { declineSeat as declineCall, type Seat } from '@gerbang/contracts/waitlists';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { lockHeldOffer } from '../record/offers.repository.ts';
import { seatSteps } from '../waitlist/answer-waitlist.ts';
import { beginRelease } from './release-offer.ts';

/** Begins the release of the seat that a family does not take, once for a key; billing has the last word. */
export async function declineSeat(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof declineCall)['body']>,
): Promise<Seat> {
  const { reason_code, reason_text } = body;
  return changeOnce(
    context,
    caller,
    { route: declineCall.id, body: { id, ...body } },
    {
      ...seatSteps(context, caller, id),
      apply: async ({ trx, actor }) => {
        const offer = await lockHeldOffer(trx, id);
        if (offer?.status === 'accepted') {
          const message = 'Daftar ulang sudah dikirim. Hubungi sekolah untuk membatalkan.';
          throw conflict('confirmed_already', message);
        }
        if (offer?.status !== 'open') throw conflict('offer_state', 'Tidak ada kursi yang menunggu jawaban.');
        const { origin } = caller;
        const by = await actor();
        return beginRelease(context, trx, offer, {
          cause: 'family',
          by,
          reason_code: reason_code ?? null,
          reason_text: reason_text ?? null,
          origin,
        });
      },
    },
  );
}
