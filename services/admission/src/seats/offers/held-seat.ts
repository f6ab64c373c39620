import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Move } from '../../registration-record/moves.ts';
import { lockHeldOffer } from '../record/offers.repository.ts';
import { waitingEntryOf } from '../record/waitlist.repository.ts';

const CLASS_FIELDS = ['jenjang', 'kelas', 'academic_year'];
const SEAT_STAGES = ['passed', 'waitlisted', 'reenroll_required'];

/** 409 for another class or the end of a registration while a seat is held for it, or it waits for one. */
export async function refuseHeldSeat(_context: unknown, trx: Db, move: Move): Promise<void> {
  const leaves =
    move.kind === 'delete' ||
    (move.kind === 'edit' && move.fields.some((field) => CLASS_FIELDS.includes(field)));
  if (!leaves || !SEAT_STAGES.includes(move.stage)) return;
  if (!(await lockHeldOffer(trx, move.id)) && !(await waitingEntryOf(trx, move.id))) return;
  throw conflict('seat_held', 'Kursi atau daftar tunggu masih terikat ke kelas ini.');
}
