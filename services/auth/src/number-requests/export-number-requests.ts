import type { listNumberRequests as call, NumberRequest } from '@gerbang/contracts/number-requests';
import { maskedPhone } from '@gerbang/domain/masked-phone';
import {
  NUMBER_CHECK_LABELS,
  NUMBER_FAILURE_LABELS,
  NUMBER_REQUEST_LABELS,
} from '@gerbang/domain/number-requests';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { z } from 'zod';
import { numberRequestList } from './number-requests.view.ts';

const COLUMNS: readonly SheetColumn<NumberRequest>[] = [
  { title: 'Dibuka', width: 18, cell: ({ opened_at }) => moment(opened_at) },
  { title: 'Pemilik Akun', width: 30, cell: ({ account }) => text(account.name) },
  { title: 'Peran', width: 22, cell: ({ account }) => text(ROLE_WORDS[account.role]) },
  { title: 'Nomor Lama', width: 18, cell: ({ account }) => text(account.phone) },
  { title: 'Nomor Baru', width: 18, cell: ({ phone }) => text(maskedPhone(phone)) },
  {
    title: 'Diperiksa',
    width: 50,
    cell: ({ checked }) => text(checked.map((check) => NUMBER_CHECK_LABELS[check]).join('; ')),
  },
  { title: 'Status', width: 20, cell: ({ status }) => text(NUMBER_REQUEST_LABELS[status]) },
  { title: 'Dibuka Oleh', width: 24, cell: ({ opened_by }) => text(opened_by.name) },
  { title: 'Diputuskan Oleh', width: 24, cell: ({ decided_by }) => text(decided_by?.name) },
  { title: 'Diputuskan', width: 18, cell: ({ decided_at }) => moment(decided_at) },
  { title: 'Catatan', width: 40, cell: ({ note }) => text(note) },
  { title: 'Berlaku', width: 18, cell: ({ counts_at }) => moment(counts_at) },
  { title: 'Berakhir', width: 18, cell: ({ ended_at }) => moment(ended_at) },
  { title: 'Sebab Gagal', width: 30, cell: ({ failure }) => text(failure && NUMBER_FAILURE_LABELS[failure]) },
];

/** The requests of a query as a file: no address, and of each number only its ends, because a file outlives the wait. */
export const numberRequestFile = (
  db: Db,
  query: z.output<(typeof call)['query']>,
): ListFile<NumberRequest> => ({
  action: 'number_requests.exported',
  title: 'Nomor hilang',
  file: 'nomor-hilang',
  columns: COLUMNS,
  ...wholeOf(db, numberRequestList(db, query), query),
});
