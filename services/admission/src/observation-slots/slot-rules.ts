import { momentText, timeText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { BookingSource } from '@gerbang/domain/observation-bookings';
import { slotTimesProblem } from '@gerbang/domain/observation-slots';
import type { SchoolSettings } from '@gerbang/domain/school-settings';
import { freeTimeAt, freeTimeText } from '@gerbang/domain/slot-planner';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict, notFound, Problem, refusedField } from '@gerbang/service-kit/http/problems';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { openDays } from './open-days.ts';
import {
  clashOf,
  daysOffIn,
  openSlots,
  possibleAssessors,
  type SlotFields,
  type SlotRow,
  slotById,
} from './slots.repository.ts';

/** The actions of the trail that change a slot; the newest of them names the person in a 409 `stale`. */
export const SLOT_ACTIONS = ['slot.created', 'slot.changed', 'slot.cancelled'] as const;

/** 404 for a slot that does not exist, or is of another level or year. */
export const noSlot = (): Problem => notFound('Jadwal tidak ditemukan');

/** 409 for a slot that was cancelled, or is over. */
export const slotClosed = (): Problem =>
  conflict('slot_closed', 'Jadwal itu sudah ditutup. Pilih waktu lain.');

/** 422 for times that cannot be; `path` is before the field. */
export function refuseTimes(slot: SlotFields, now: Date, path = ''): void {
  const problem = slotTimesProblem(slot, now);
  if (problem) throw refusedField('slot_times', `${path}${problem.path}`, problem.message);
}

/** 422 for a day off, a prayer or a time outside the school's hours, unless a reason is given. */
export async function refuseFreeTimes(
  db: Db,
  { hours }: Pick<SchoolSettings, 'hours'>,
  slots: readonly Pick<SlotRow, 'starts_at' | 'ends_at'>[],
  { override, reason }: { readonly override?: boolean | undefined; readonly reason?: string | undefined },
): Promise<void> {
  if (override === true) {
    if (reason === undefined) throw refusedField('slot_times', 'reason', 'Alasan harus diisi');
    return;
  }
  const days = slots.map(({ starts_at }) => jakartaDay(starts_at));
  const daysOff = await daysOffIn(db, days);
  for (const slot of slots) {
    const free = freeTimeAt(slot, { hours, daysOff });
    if (!free) continue;
    const message = `${freeTimeText(free, slot.starts_at)} Pilih waktu lain, atau tulis alasannya.`;
    throw new Problem(422, free.code, message, {
      details: { day: jakartaDay(slot.starts_at), name: free.name },
    });
  }
}

/** The people of these ids; 422 where one of them observes no children. */
export async function assessorsById(
  trx: Db,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string | null }[]> {
  const people = await possibleAssessors(trx, ids);
  if (people.length === ids.length) return people;
  throw refusedField('assessors', 'assessors', 'Ada penilai yang tidak dikenal. Muat ulang lalu pilih lagi.');
}

/** 409 where the place or a person is taken at that time. */
export async function refuseClash(
  trx: Db,
  slot: Pick<SlotRow, 'id' | 'starts_at' | 'ends_at' | 'place'>,
  assessors: readonly string[],
): Promise<void> {
  const clash = await clashOf(trx, slot, assessors);
  if (!clash) return;
  const when = `${momentText(clash.starts_at).replace(' WIB', '')}–${timeText(clash.ends_at)} WIB`;
  const [code, who] = clash.same_place
    ? (['place_taken', clash.place] as const)
    : (['assessor_taken', clash.people[0] ?? 'Penilai'] as const);
  throw new Problem(409, code, `${who} sudah terpakai pada ${when}.`, { details: { who, when } });
}

/** Why a place was not taken: 404, 409 `slot_closed`, or 409 `slot_full`, each 409 with the days that have room, as J01 has them. */
export async function whyNotTaken(
  trx: Db,
  id: string,
  wanted: Pick<SlotRow, 'academic_year' | 'jenjang'>,
  now: Date,
  by: BookingSource,
): Promise<Problem> {
  const slot = await slotById(trx, id);
  if (!slot || slot.jenjang !== wanted.jenjang || slot.academic_year !== wanted.academic_year)
    return noSlot();
  const hidden = by === 'family' && (!slot.published || slot.opens_at > now || slot.closes_at <= now);
  const closed = hidden || slot.cancelled_at !== null || slot.ends_at <= now;
  const open = await openSlots(trx, wanted, now, by);
  const full = 'Tempat itu baru saja terisi. Pilih waktu lain.';
  const { code, message } = closed ? slotClosed() : conflict('slot_full', full);
  return new Problem(409, code, message, { details: { days: openDays(open, { by }) } });
}

/** The families of a slot whose stage changes; 409 where the fee of one of them is not verified. */
export function paidOf<Family extends Pick<LockedRegistration, 'payment_status' | 'registration_number'>>(
  families: readonly Family[],
): readonly Family[] {
  const unpaid = families.find(({ payment_status }) => payment_status !== 'verified');
  if (!unpaid) return families;
  throw conflict(
    'fee_not_verified',
    `Biaya pendaftaran ${unpaid.registration_number} belum terverifikasi lagi. Ubah tahapnya lebih dahulu.`,
  );
}
