import type { CheckIn, CheckInList } from '@gerbang/contracts/check-ins';
import { slotSchema } from '@gerbang/contracts/observation-slots';
import { checkInTimes, isCheckedIn, PRESENCE_LABELS, type Presence } from '@gerbang/domain/check-ins';
import { ATTENDEES } from '@gerbang/domain/observation-slots';
import { audit } from '@gerbang/service-kit/audit/audit';
import { refuseManyExports } from '@gerbang/service-kit/audit/recent-actions';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { shown } from '@gerbang/service-kit/http/shown';
import type { Context } from '../context.ts';
import { slotView } from '../observation-slots/slots.view.ts';
import { noSlot } from '../observation-slots/slot-rules.ts';
import { slotById } from '../observation-slots/slots.repository.ts';
import { checkInsOf } from './check-ins.repository.ts';

/** How many lists one person may take as files in an hour. */
const FILES_AN_HOUR = 60;

const statusText = ({ status }: CheckIn) =>
  isCheckedIn({ status }) ? PRESENCE_LABELS[status as Presence] : '';

/** The columns of the list as a file; spreadsheet formulas in names are text there. */
export const CHECK_IN_COLUMNS: readonly SheetColumn<CheckIn>[] = [
  { title: 'Nama Anak', width: 30, cell: (one) => text(one.child_name) },
  { title: 'Nomor Pendaftaran', width: 22, cell: (one) => text(one.registration_number) },
  { title: 'Nama Ayah', width: 26, cell: (one) => text(one.father_name) },
  { title: 'Nama Ibu', width: 26, cell: (one) => text(one.mother_name) },
  { title: 'Yang Datang', width: 16, cell: (one) => text(one.attendees && ATTENDEES[one.attendees]) },
  { title: 'Kebutuhan Khusus', width: 30, cell: (one) => text(one.needs) },
  {
    title: 'Dokumen',
    width: 10,
    cell: ({ documents }) => text(documents && `${documents.done} dari ${documents.of}`),
  },
  { title: 'Kehadiran', width: 12, cell: (one) => text(statusText(one)) },
  { title: 'Ditandai', width: 18, cell: (one) => moment(one.checked_in_at) },
];

/** The children of a slot for the people at the door; the trail notes who read it, and whether it left as a file. */
export async function listCheckIns(
  context: Context,
  caller: Caller,
  id: string,
  format?: string,
): Promise<CheckInList> {
  return context.database.transaction(async (trx: Db) => {
    const slot = await slotById(trx, id);
    if (!slot) throw noSlot();
    const children = await checkInsOf(trx, id);
    if (format) await refuseManyExports(trx, caller.id, 'check_ins.exported', FILES_AN_HOUR);
    await audit(trx, {
      action: format ? 'check_ins.exported' : 'check_ins.read',
      actor: await actorOf(trx, caller),
      subject: id,
      details: { rows: children.length, ...(format && { format }) },
      origin: caller.origin,
    });
    const { from, until } = checkInTimes(slot.starts_at);
    return {
      slot: shown(slotSchema.omit({ bookings: true }), await slotView(trx, id)) as CheckInList['slot'],
      from: from.toISOString(),
      until: until.toISOString(),
      children,
    };
  });
}
