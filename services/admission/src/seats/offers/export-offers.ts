import type { listOffers as call, Offer } from '@gerbang/contracts/offers';
import { levelLabel } from '@gerbang/domain/level-words';
import {
  DECLINE_REASON_LABELS,
  OFFER_LABELS,
  OFFER_SOURCE_LABELS,
  RELEASE_CAUSE_LABELS,
} from '@gerbang/domain/offers';
import type { Role } from '@gerbang/domain/roles';
import { moment, number, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { offerList } from './offers.view.ts';

const columnsOf = ({ school }: Context): readonly SheetColumn<Offer>[] => [
  { title: 'Nomor Pendaftaran', width: 22, cell: ({ registration_number }) => text(registration_number) },
  { title: 'Nama Anak', width: 30, cell: ({ child_name }) => text(child_name) },
  { title: 'Jenjang', width: 9, cell: ({ jenjang }) => text(levelLabel(school.settings.levels, jenjang)) },
  { title: 'Kelas', width: 9, cell: ({ kelas }) => text(kelas) },
  { title: 'Status', width: 18, cell: ({ status }) => text(OFFER_LABELS[status]) },
  { title: 'Asal', width: 32, cell: ({ source }) => text(OFFER_SOURCE_LABELS[source]) },
  { title: 'Ditawarkan', width: 18, cell: ({ created_at }) => moment(created_at) },
  { title: 'Batas Jawaban', width: 18, cell: ({ answer_until }) => moment(answer_until) },
  { title: 'Perpanjangan', width: 13, cell: ({ extensions }) => number(extensions) },
  { title: 'Diambil', width: 18, cell: ({ accepted_at }) => moment(accepted_at) },
  { title: 'Dilepas', width: 18, cell: ({ released_at }) => moment(released_at) },
  {
    title: 'Sebab Dilepas',
    width: 20,
    cell: ({ release_cause }) => text(release_cause && RELEASE_CAUSE_LABELS[release_cause]),
  },
  {
    title: 'Alasan',
    width: 24,
    cell: ({ reason_code }) => text(reason_code && DECLINE_REASON_LABELS[reason_code]),
  },
  { title: 'Keterangan', width: 40, cell: ({ reason_text }) => text(reason_text) },
];

/** The offers of a query as a file. */
export const offerFile = (
  context: Context,
  role: Role,
  query: z.output<(typeof call)['query']>,
): ListFile<Offer> => ({
  action: 'offers.exported',
  title: 'Tawaran kursi',
  file: 'tawaran-kursi',
  columns: columnsOf(context),
  ...wholeOf(context.database.knex, offerList(context.database.knex, query, role), query),
});
