import {
  type extendOffer as extendCall,
  releaseOffer as releaseCall,
  type Offer,
} from '@gerbang/contracts/offers';
import { answerTime, schoolDayFrom } from '@gerbang/domain/answer-days';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { EXTENSIONS_MAX, mayMoveOffer } from '@gerbang/domain/offers';
import { changeLocked, type LockedChange } from '@gerbang/service-kit/data/change-locked';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound, refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { publishRegistrations } from '../../registration-record/publish.ts';
import { lockOne, registrations } from '../../registration-record/registrations.repository.ts';
import { refuseReadOnly } from '../../registration-record/rules.ts';
import { readPool } from '../record/seat-pools.repository.ts';
import { daysOff } from './answer-time.ts';
import { lockOffer, type OfferRecord, offerOwner, writeDeadline } from '../record/offers.repository.ts';
import { toOffers } from './offers.view.ts';
import { beginRelease } from './release-offer.ts';

const ACTIONS = [
  'offer.made',
  'offer.extended',
  'offer.releasing',
  'offer.released',
  'offer.kept',
  'offer.answered',
];

async function shownOffer(db: Db, offer: OfferRecord, caller: Caller): Promise<Offer> {
  const [shown] = await toOffers(db, [offer], caller.role);
  if (!shown) throw new Error('an offer without its registration');
  return shown;
}

/** The steps that staff's changes of an offer share: registration and offer are locked in this order. */
function offerSteps(
  caller: Caller,
  id: string,
): Pick<LockedChange<OfferRecord, OfferRecord, Offer>, 'lock' | 'notFound' | 'expect' | 'view'> {
  return {
    lock: async (trx) => {
      const owner = await offerOwner(trx, id);
      if (!owner || !(await lockOne(registrations(trx), owner.registration_id))) return undefined;
      return lockOffer(trx, id);
    },
    notFound: () => notFound('Tawaran tidak ditemukan'),
    expect: { actions: ACTIONS, present: ({ trx, present }) => shownOffer(trx, present, caller) },
    view: ({ trx, present }, changed) => shownOffer(trx, changed ?? present, caller),
  };
}

/** 20.00 of the wanted day or the next school day; 422 where that is over, or places are offered no more. */
async function deadlineFrom(context: Context, trx: Db, offer: OfferRecord, day: string): Promise<Date> {
  const pool = await readPool(trx, offer.pool_id);
  if (pool) await refuseReadOnly(trx, pool.academic_year);
  const until = schoolDayFrom(day, await daysOff(trx));
  const time = answerTime(until);
  if (time <= context.now()) {
    throw refusedField('answer_until', 'answer_until', 'Batas waktu tidak boleh di masa lalu');
  }
  if (offer.answer_until !== null && time <= offer.answer_until) {
    throw refusedField('answer_until', 'answer_until', 'Batas waktu harus sesudah yang sekarang');
  }
  if (pool?.offers_until && until > pool.offers_until) {
    throw refusedField('answer_until', 'answer_until', 'Batas waktu melewati akhir masa penawaran');
  }
  return time;
}

/** Gives a family more time, three times at most. */
export async function extendOffer(
  context: Context,
  caller: Caller,
  id: string,
  { answer_until: day, reason, version }: z.output<(typeof extendCall)['body']>,
): Promise<Offer> {
  return changeLocked(
    context.database,
    { ...caller, ifMatch: `"${version}"` },
    {
      ...offerSteps(caller, id),
      apply: async ({ trx, present }) => {
        if (present.status !== 'open')
          throw conflict('offer_state', 'Tawaran ini tidak lagi menunggu jawaban.');
        if (present.extensions >= EXTENSIONS_MAX) {
          throw conflict('extensions_used', 'Batas waktu sudah diperpanjang tiga kali.');
        }
        return writeDeadline(trx, present, await deadlineFrom(context, trx, present, day));
      },
      audit: ({ present }, { answer_until }) => ({
        action: 'offer.extended',
        subject: present.registration_id,
        details: {
          offer_id: id,
          answer_until: {
            from: present.answer_until && jakartaDay(present.answer_until),
            to: answer_until && jakartaDay(answer_until),
          },
          reason,
        },
      }),
      publish: ({ trx, present }) => publishRegistrations(context, trx, [present.registration_id]),
    },
  );
}

/** Begins the release of a seat by staff, once for a key; billing has the last word. */
export async function releaseOffer(
  context: Context,
  caller: Caller,
  id: string,
  { reason, version }: z.output<(typeof releaseCall)['body']>,
): Promise<Offer> {
  return changeOnce(
    context,
    { ...caller, ifMatch: `"${version}"` },
    { route: releaseCall.id, body: { id, reason, version } },
    {
      ...offerSteps(caller, id),
      apply: async ({ trx, present, actor }) => {
        if (!mayMoveOffer(present.status, 'staff')) {
          throw conflict('offer_state', 'Kursi ini sedang atau sudah dilepas.');
        }
        return beginRelease(context, trx, present, {
          cause: 'staff',
          by: await actor(),
          reason_text: reason,
          origin: caller.origin,
        });
      },
    },
  );
}
