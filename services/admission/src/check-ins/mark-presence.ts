import { type CheckIn, markPresence as call } from '@gerbang/contracts/check-ins';
import { can } from '@gerbang/domain/abilities';
import { checkInProblem, checkInTimes, isCheckedIn } from '@gerbang/domain/check-ins';
import { momentText } from '@gerbang/domain/date-text';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { onceBy } from '@gerbang/service-kit/http/idempotency';
import { conflict, forbidden, notFound, type Problem } from '@gerbang/service-kit/http/problems';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { correctPresence, endBooking, holdBookings } from '../observation-slots/bookings.repository.ts';
import {
  type LockedRegistration,
  lockOne,
  registrations,
} from '../registration-record/registrations.repository.ts';
import { checkInById, type Place, placeById } from './check-ins.repository.ts';
import { writePresence } from './write-presence.ts';

/** The actions of the trail that mark presence; the newest of them names the person in a 409 `stale`. */
const ACTIONS = ['registration.stage_changed'] as const;

const noPlace = (): Problem => notFound('Anak ini tidak ada di jadwal observasi.');

/** Refuses a mark at a time at which none is made, and a correction by a role that marks only. */
function refuseMark(place: Place, { role }: Caller, now: Date): void {
  if (isCheckedIn(place) && !can(role, 'check_ins.correct')) {
    throw forbidden('Kehadiran yang sudah ditandai dikoreksi oleh staf pendidikan atau Administrator.');
  }
  const { from, until } = checkInTimes(place.starts_at);
  switch (checkInProblem(place, now)) {
    case 'not_booked':
      throw conflict('check_in_closed', 'Anak ini tidak lagi di jadwal ini. Muat ulang daftarnya.');
    case 'too_early':
      throw conflict('check_in_closed', `Kehadiran dapat ditandai mulai ${momentText(from)}.`);
    case 'too_late':
      throw conflict(
        'check_in_closed',
        `Kehadiran dapat ditandai sampai ${momentText(until)}. Ubah tahapnya di pendaftarannya.`,
      );
    case 'other_day':
      throw conflict('check_in_corrected', 'Kehadiran hanya dapat dikoreksi pada hari ia ditandai.');
    default:
  }
}

interface Locked {
  readonly id: string;
  readonly version: number;
  readonly place: Place;
  readonly registration: LockedRegistration;
}

/**
 * Marks whether a child came, or puts the mark right, once for a key; the stage moves along. The same mark again changes
 * nothing, whichever version was seen.
 */
export async function markPresence(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof call)['body']>,
): Promise<CheckIn> {
  const { status: to, version } = body;
  return onceBy(context, caller, { route: call.id, body: { id, ...body } }, (once) =>
    changeLocked({ transaction: (work) => work(once) }, caller, {
      lock: async (trx): Promise<Locked | undefined> => {
        const found = await placeById(trx, id);
        if (!found) return undefined;
        await holdBookings(trx, found.slot_id, false);
        const registration = await lockOne(registrations(trx), found.registration_id);
        const place = await placeById(trx, id);
        if (!registration || !place) return undefined;
        return { id: registration.id, version: place.version, place, registration };
      },
      notFound: noPlace,
      expect: { actions: ACTIONS, present: ({ trx }) => checkInById(trx, id) },
      apply: async ({ trx, present }) => {
        const { place, registration } = present;
        if (place.status === to) return null;
        await refuseStale(trx, {
          header: String(version),
          record: present,
          actions: ACTIONS,
          current: () => checkInById(trx, id),
        });
        const now = context.now();
        refuseMark(place, caller, now);
        const corrects = isCheckedIn(place);
        const by = corrects ? 'presence' : 'staff';
        if (corrects) await correctPresence(trx, place, to);
        else await endBooking(trx, place, to, { at: now });
        await writePresence(context, trx, caller, [registration], { slotId: place.slot_id, to, by });
        return to;
      },
      view: ({ trx }) => checkInById(trx, id),
    }),
  );
}
