import { sharedSlotFile } from '@gerbang/contracts/slot-choices';
import type { Db } from '@gerbang/service-kit/data/database';
import { sameHash } from '@gerbang/service-kit/data/keyed-hash';
import { notFound } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { calendarFile } from '../registration-record/calendar-file.ts';
import { ownRegistrations, registrations } from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { appointmentChanges } from '../registration-record/stages.repository.ts';
import { bookingsOf, choiceOf, type OwnBooking } from './bookings.repository.ts';

type Config = Pick<Context, 'config' | 'columns' | 'school'>;

/** A file that was given out goes on saying what became of the slot for so long after it. */
const SHARED_MS = 2 * 86_400_000;

/** A family is reminded a day and two hours before. */
const ALARMS = [86_400, 7200];

const noSlotYet = () => notFound('Jadwal observasi belum ditetapkan.');

/** The file of a booking for a calendar: a cancelled one takes the appointment out of it. Calendars are shared, so it names no child. */
export async function slotFile(
  { config, school }: Config,
  db: Db,
  { id, registration_number }: { readonly id: string; readonly registration_number: string },
  booking: OwnBooking,
): Promise<string> {
  const { short_name, address } = school.settings;
  const { starts_at, ends_at, place, instructions } = booking;
  const { times, changed_at } = await appointmentChanges(db, id);
  const url = new URL(`/registrations?lihat=${id}`, config.PUBLIC_ORIGIN).href;
  const bring = instructions === null ? '' : ` ${instructions.replace(/\.$/u, '')}.`;
  const entry = {
    uid: `${id}@${new URL(config.PUBLIC_ORIGIN).hostname}`,
    sequence: times - 1,
    changedAt: changed_at,
    title: `Observasi ${short_name}`,
    times: { starts_at, ends_at },
    place: [place, address].filter(Boolean).join(', '),
    note: `Nomor pendaftaran ${registration_number}.${bring} Ubah jadwal: ${url}`,
    url,
    alarms: ALARMS,
  };
  return calendarFile([entry], booking.status === 'cancelled' ? 'CANCEL' : 'PUBLISH');
}

/** The file of an own registration's slot; 404 where it has none. */
export async function ownSlotFile(context: Context, userId: string, id: string): Promise<string> {
  const db = context.database.knex;
  const own = await ownRegistrations(db, userId).where('registrations.id', id).first();
  if (!own) throw noRegistration();
  const { live } = await choiceOf(db, id);
  if (!live) throw noSlotYet();
  return slotFile(context, db, own, live);
}

/** The token of a registration's file: its id and a keyed hash of it, so that nothing has to be kept of it. */
const tokenOf = ({ columns }: Config, id: string): string =>
  Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') + columns.blindIndex('slot_file', id);

/** The address at which a calendar without a session reads the file of a registration's slots, the next ones too. */
export const sharedFileOf = (context: Config, id: string): string =>
  new URL(sharedSlotFile.path.replace('{token}', tokenOf(context, id)), context.config.PUBLIC_ORIGIN).href;

/** The file behind such an address; 404 for another token, and two days after the slot. */
export async function sharedFile(context: Context, token: string): Promise<string> {
  const db = context.database.knex;
  const id = Buffer.from(token.slice(0, 22), 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
  if (!sameHash(Buffer.from(tokenOf(context, id)), Buffer.from(token))) throw noSlotYet();
  const found = await registrations(db).where('registrations.id', id).first();
  const booking = (await bookingsOf(db, id)).at(-1);
  const isOver = !booking || booking.ends_at.getTime() + SHARED_MS < context.now().getTime();
  if (!found || isOver) throw noSlotYet();
  return slotFile(context, db, found, booking);
}
