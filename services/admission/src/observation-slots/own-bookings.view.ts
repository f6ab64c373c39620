import { type AdmissionExport, bookingExportSchema } from '@gerbang/contracts/admission-export';
import { ownBookingSchema } from '@gerbang/contracts/slot-choices';
import type { choiceProblem } from '@gerbang/domain/observation-bookings';
import { CUTOFF_HOURS } from '@gerbang/domain/observation-slots';
import type { Db } from '@gerbang/service-kit/data/database';
import { shown } from '@gerbang/service-kit/http/shown';
import type { z } from 'zod';
import { bookingsOf } from './bookings.repository.ts';
import type { TakenPlace } from './take-slot.ts';

/** Why a family cannot choose or move a slot. */
export const WHY_NOT: Readonly<Record<NonNullable<ReturnType<typeof choiceProblem>>, string>> = {
  fee_not_verified: 'Jadwal dapat dipilih setelah biaya pendaftaran terverifikasi.',
  stage_not_allowed: 'Jadwal tidak dapat dipilih pada tahap ini. Hubungi sekolah.',
  moves_used: 'Jadwal sudah dipindah dua kali. Hubungi sekolah.',
  too_late: `Jadwal tidak dapat diubah lagi kurang dari ${CUTOFF_HOURS} jam sebelumnya. Hubungi sekolah.`,
};

/** A booking as its family reads it; its id is that of the slot. */
export const toOwnBooking = (booking: TakenPlace, school: string): z.output<typeof ownBookingSchema> => ({
  ...(shown(ownBookingSchema, booking) as z.output<typeof ownBookingSchema>),
  id: booking.slot_id,
  google_url: googleAddress(booking, school),
});

const calendarMoment = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d{3}/gu, '');

/** The address that opens Google's calendar with the appointment; it names neither child nor registration. */
function googleAddress(
  { starts_at, ends_at, place }: Pick<TakenPlace, 'starts_at' | 'ends_at' | 'place'>,
  school: string,
): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: `Observasi ${school}`,
    dates: `${calendarMoment(starts_at)}/${calendarMoment(ends_at)}`,
    ctz: 'Asia/Jakarta',
    location: place,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** The slots that a registration had, for the export of its family's data. */
export async function exportedBookings(
  _context: unknown,
  db: Db,
  { id }: { readonly id: string },
): Promise<Pick<AdmissionExport['registrations'][number], 'observation_bookings'>> {
  const bookings = await bookingsOf(db, id);
  return bookings.length === 0
    ? {}
    : { observation_bookings: bookings.map((one) => shown(bookingExportSchema, one)) };
}
