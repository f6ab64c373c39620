import type { SeatPool } from '@gerbang/contracts/seat-pools';
import type { WaitlistEntry } from '@gerbang/contracts/waitlists';
import { PRIORITY_LABELS } from '@gerbang/domain/waitlist';
import { moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import type { ListFile } from '@gerbang/service-kit/http/list-file';

const COLUMNS: readonly SheetColumn<WaitlistEntry>[] = [
  { title: 'Urutan', width: 9, cell: ({ position }) => ({ number: position }) },
  { title: 'Nama Anak', width: 30, cell: ({ child_name }) => text(child_name) },
  { title: 'Nomor Pendaftaran', width: 22, cell: ({ registration_number }) => text(registration_number) },
  { title: 'Mulai Menunggu', width: 18, cell: ({ joined_at }) => moment(joined_at) },
  {
    title: 'Kriteria',
    width: 50,
    cell: ({ criteria }) => text(criteria.map(({ label, value }) => `${label}: ${value}`).join(' · ')),
  },
  {
    title: 'Prioritas',
    width: 30,
    cell: ({ priorities }) =>
      text(
        priorities
          .map(({ kind, confirmed }) => `${PRIORITY_LABELS[kind]}${confirmed ? '' : ' (diusulkan)'}`)
          .join(', '),
      ),
  },
  { title: 'Terakhir Memastikan', width: 18, cell: ({ confirmed_at }) => moment(confirmed_at) },
  { title: 'Ditanya', width: 18, cell: ({ asked_at }) => moment(asked_at) },
];

/** A waiting list as a file; it is read whole, since each place depends on all others. */
export const waitlistFile = (
  { id, label }: SeatPool,
  entries: readonly WaitlistEntry[],
): ListFile<WaitlistEntry> => ({
  action: 'waitlist.exported',
  subject: id,
  title: 'Daftar tunggu',
  file: `daftar-tunggu-${label.toLowerCase().replace(/[^a-z0-9]+/gu, '-')}`,
  columns: COLUMNS,
  count: async () => entries.length,
  pages: async function* () {
    yield entries;
  },
});
