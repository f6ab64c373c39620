import type { Stage } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import { lockHeldOffer } from '../record/offers.repository.ts';
import { waitingEntryOf } from '../record/waitlist.repository.ts';

/** 409 while a seat is held for the registration, or it waits for one: both belong to its class. */
export async function refuseHeldSeat(
  trx: Db,
  { id, current_stage }: { readonly id: string; readonly current_stage: Stage },
): Promise<void> {
  if (current_stage !== 'passed' && current_stage !== 'waitlisted' && current_stage !== 'reenroll_required')
    return;
  if (!(await lockHeldOffer(trx, id)) && !(await waitingEntryOf(trx, id))) return;
  throw conflict('seat_held', 'Kursi atau daftar tunggu masih terikat ke kelas ini.');
}
