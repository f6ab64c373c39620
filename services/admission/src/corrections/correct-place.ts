import type { CorrectionResult } from '@gerbang/contracts/corrections';
import { isPlaceField, PLACE_LOCKED } from '@gerbang/domain/corrections';
import { levelSentence } from '@gerbang/domain/level-words';
import type { Jenjang } from '@gerbang/domain/levels';
import { owedFee, waveTitle } from '@gerbang/domain/waves';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { noteDifference, settledSum } from '../registration-record/fee-differences.repository.ts';
import { rupiahText as rupiah } from '../registration-record/notify.ts';
import type { FullRegistration } from '../registration-record/registrations.repository.ts';
import {
  levelOf,
  refuseClosedYear,
  refuseForeignClass,
  refuseLevelNotOffered,
  refuseMissingClass,
} from '../registration-record/rules.ts';
import { moveSeat, type SeatMove, seatMoveOf } from '../seats/offers/move-seat.ts';
import { waveForMoved } from '../seats/waves/admit-to-wave.ts';

type Follow = CorrectionResult['follows'][number];
/** Where a registration stands. */
export type Place = Pick<FullRegistration, 'academic_year' | 'jenjang' | 'kelas'>;

/** A locked registration's move to another level, class or year; nothing is written yet. */
export interface PlaceChange {
  readonly seat: SeatMove | null;
  /** The columns that follow beside those that were corrected. */
  readonly columns: { readonly wave_id?: string | null; readonly payment_amount?: number };
  readonly follows: readonly Follow[];
  /** The fee of the new place, and how it differs from what was paid; null where neither level nor year moves. */
  readonly difference: { readonly fee: number; readonly amount: number } | null;
}

/** The change with the class cleared where a new level comes without one. */
export function withClass<C extends object>(change: C, present: Place): C {
  const { jenjang, kelas } = change as { jenjang?: Jenjang; kelas?: string | null };
  if (jenjang === undefined || jenjang === present.jenjang || kelas !== undefined) return change;
  return { ...change, kelas: null };
}

/** 400 and 422 for a level, class or year that a family could not choose either. */
async function refusePlace(
  trx: Db,
  { settings: school }: Context['school'],
  place: Place,
  change: Partial<Place>,
): Promise<void> {
  const level = levelOf(school, place.jenjang);
  if (change.jenjang !== undefined) refuseLevelNotOffered(level);
  refuseMissingClass(level, place.kelas);
  refuseForeignClass(level, place.kelas);
  if (change.academic_year !== undefined) await refuseClosedYear(trx, place.academic_year);
}

/** What becomes of the fee: one that was paid or is being checked stays, and finance decides about the rest. */
function feeFollow({ payment_status, payment_amount }: FullRegistration, fee: number, extra: number) {
  const stays = payment_status === 'verified' || payment_status === 'paid';
  const paid = payment_amount + extra;
  // One that finance had left ends with a fee that is still to be paid.
  const difference = { fee, amount: stays ? fee - paid : 0 };
  if (fee === paid) return { columns: {}, follows: [], difference };
  const text = stays
    ? `Biaya ${rupiah(paid)} tetap. Biaya di tempat baru ${rupiah(fee)}; selisihnya diputuskan bagian keuangan.`
    : `Biaya pendaftaran menjadi ${rupiah(fee)}.`;
  return { columns: stays ? {} : { payment_amount: fee }, follows: [{ kind: 'fee', text }], difference };
}

function seatFollow(context: Context, present: Place, place: Place, move: SeatMove | null): Follow | false {
  const { levels } = context.school.settings;
  const [from, to] = [levelSentence(levels, present), levelSentence(levels, place)];
  if (move === null || (move.kind === 'none' && !move.offer)) return false;
  const text = {
    seat: move.pool
      ? `Kursi ${move.offer ? `pindah dari ${from}` : 'diberikan'} di ${to}.`
      : `Kursi di ${from} menjadi kosong; ${to} tidak memakai batas kursi.`,
    list: `Anak ini pindah ke daftar tunggu ${to}; urutannya dihitung menurut aturan kelas itu.`,
    none: '',
  }[move.kind];
  return { kind: 'seat', text };
}

/**
 * Looks at a move to another level, class or year; null where none of them changes. The number, a fee that was paid, the stage
 * and a booked observation stay. 409 `already_processed`, `seats_exceeded`; 400 and 422 as for a family.
 */
export async function placeChangeOf(
  context: Context,
  trx: Knex.Transaction,
  present: FullRegistration,
  { change, over }: { readonly change: Partial<Place>; readonly over: boolean },
): Promise<PlaceChange | null> {
  if (!Object.keys(change).some(isPlaceField)) return null;
  if (present.locked) throw conflict('already_processed', PLACE_LOCKED);
  const place: Place = { ...present, ...change };
  await refusePlace(trx, context.school, place, change);
  const seat = await seatMoveOf(trx, present, { place, over });
  const moves = change.jenjang !== undefined || change.academic_year !== undefined;
  const wave = moves ? await waveForMoved(trx, place, { since: present.created_at, over }) : null;
  const level = levelOf(context.school.settings, place.jenjang);
  const extra = await settledSum(trx, present.id);
  const fee = moves
    ? feeFollow(present, owedFee(wave, level.fee), extra)
    : { columns: {}, follows: [], difference: null };
  const follows: readonly (Follow | false)[] = [
    seatFollow(context, present, place, seat),
    wave !== null && { kind: 'wave', text: `Pendaftaran ini dihitung di ${waveTitle(wave.name)}.` },
    ...fee.follows,
    change.jenjang !== undefined &&
      present.current_stage === 'waiting_announcement' && {
        kind: 'announcement',
        text: 'Bila anak ini sudah masuk pengumuman jenjang lama, hasilnya di sana dilewati.',
      },
    {
      kind: 'stays',
      text: `Nomor ${present.registration_number}, tahap, dan jadwal observasi tetap.`,
    },
  ];
  return {
    seat,
    difference: fee.difference,
    columns: { ...fee.columns, ...(moves && { wave_id: wave?.id ?? null }) },
    follows: follows.filter((one) => one !== false),
  };
}

/** Moves what hangs on the place; the registration itself is written by the caller. */
export async function applyPlace(
  context: Context,
  trx: Knex.Transaction,
  present: FullRegistration,
  { seat, difference }: PlaceChange,
  by: Actor,
): Promise<void> {
  if (seat) await moveSeat(context, trx, present, seat, by);
  if (difference) await noteDifference(trx, present.id, difference);
}
