import { notFound } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { bookingsOf } from '../observation-slots/bookings.repository.ts';
import { slotFile } from '../observation-slots/slot-file.ts';
import { calendarFile } from '../registration-record/calendar-file.ts';
import { ownRegistrations } from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { appointmentChanges, observationOf } from '../registration-record/stages.repository.ts';

// Without the child's name: calendars are shared, and shown on locked screens.
const TITLE = 'Observasi PPDB';
/** Staff set no end. Without one a calendar shows a moment, and the family's morning looks free. */
const USUAL_MS = 2 * 3_600_000;

/** The calendar file of a registration's observation; 404 while none is scheduled. */
export async function observationCalendar(
  context: Pick<Context, 'config' | 'columns' | 'database' | 'school'>,
  userId: string,
  id: string,
): Promise<string> {
  const { config, database } = context;
  const db = database.knex;
  const own = await ownRegistrations(db, userId).where('registrations.id', id).first();
  if (!own) throw noRegistration();
  const bookings = await bookingsOf(db, id);
  const live = bookings.find(({ status }) => status === 'booked');
  if (live) return slotFile(context, db, own, live);
  const observation = await observationOf(db, id);
  if (!observation) throw notFound('Jadwal observasi belum ditetapkan.');
  const { day, time, place, times, changed_at } = observation;
  const { hostname } = new URL(config.PUBLIC_ORIGIN);
  const starts_at = new Date(`${day}T${time ?? '00:00'}:00+07:00`);
  return calendarFile([
    {
      uid: `${id}@${hostname}`,
      // A file of a slot counted its end too, and no later one may count less.
      sequence: (bookings.length > 0 ? (await appointmentChanges(db, id)).times : times) - 1,
      changedAt: changed_at,
      title: TITLE,
      times: time === null ? day : { starts_at, ends_at: new Date(starts_at.getTime() + USUAL_MS) },
      place,
      url: new URL(`/registrations?lihat=${id}`, config.PUBLIC_ORIGIN).href,
    },
  ]);
}
