import * as pay from '@gerbang/contracts/pay-requests';
import {
  PAY_CHANNEL_LABELS,
  PAY_CHANNELS,
  PAY_REQUEST_STATUS_LABELS,
  PAY_REQUEST_STATUSES,
} from '@gerbang/domain/pay-requests';
import { call, type CallInput, callPage } from '@gerbang/web-kit/api/client';
import { ACADEMIC_YEAR, choice, day, linkedChoice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { copy } from './pay-requests.copy.ts';

const KEY = 'pay-requests';

/** What families asked to pay by virtual account and QRIS, the newest first. */
export const payRequests = staffList({
  key: KEY,
  news: true,
  pageSize: 50,
  filters: {
    status: linkedChoice({
      label: copy.statusFilter,
      values: PAY_REQUEST_STATUSES,
      labels: PAY_REQUEST_STATUS_LABELS,
    }),
    channel: choice({
      label: copy.channelFilter,
      every: copy.everyChannel,
      values: PAY_CHANNELS,
      labels: PAY_CHANNEL_LABELS,
    }),
    academic_year: ACADEMIC_YEAR,
    from: day(copy.from),
    to: day(copy.to),
  },
  fields: ['channel', 'from', 'to', 'sort'],
  texts: copy,
  refetchOnMount: 'always',
  download: { path: pay.exportPayRequests.path, file: 'pembayaran-online' },
  read: (query, signal) => callPage(pay.listPayRequests, { signal, query }),
});

type SummaryQuery = CallInput<typeof pay.summarizePayRequests>['query'];

/** How many there are of each state, and how many were paid today. */
export const readSummary = (query: NonNullable<SummaryQuery>, signal: AbortSignal) =>
  call(pay.summarizePayRequests, { signal, query });
