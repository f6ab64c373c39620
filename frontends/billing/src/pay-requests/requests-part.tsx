import { type PayRequestRow, refreshPayRequest } from '@gerbang/contracts/pay-requests';
import { PAY_REQUEST_STATUS_LABELS } from '@gerbang/domain/pay-requests';
import { Quiet } from '@gerbang/ui/layout';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { CloseDialog } from './close-dialog.tsx';
import { payRequests, readSummary } from './pay-requests.api.ts';
import { copy } from './pay-requests.copy.ts';
import { requestColumns, TONES } from './request-columns.tsx';

/** The work first; what is over behind it. */
const ORDER = ['open', 'review', 'paid', 'expired', 'cancelled', 'failed'] as const;

/** What was asked of the provider, and what became of it. */
export function RequestsPart() {
  const list = useStaffList(payRequests);
  const { search, channel, academic_year, from, to } = list.query;
  const counts = useListCounts(
    {
      key: list.key,
      query: { search, channel, academic_year, from, to },
      ready: list.ready,
      refetchOnMount: 'always',
    },
    readSummary,
  );
  const refresh = useMutation({
    mutationFn: ({ id }: PayRequestRow) => call(refreshPayRequest, { params: { id } }),
    onSettled: () => list.reload(),
  });
  const { send } = useDecision(refresh, {
    done: ({ status }, { number }) => [copy.asked, `${number}: ${PAY_REQUEST_STATUS_LABELS[status]}`],
    failed: copy.failed,
    onClose: () => undefined,
  });
  const [closing, setClosing] = useState<PayRequestRow | null>(null);
  const mayAsk = useCan('pay_requests.ask');
  const mayClose = useCan('bank.book');
  return (
    <>
      <StaffList
        list={list}
        columns={requestColumns(mayAsk ? send : null, mayClose ? setClosing : null)}
        icon={<QrCode size={28} />}
        keys
        sums={counts ? <Quiet $figures>{copy.paidToday(counts.paid_today)}</Quiet> : null}
        views={{
          label: copy.views,
          views: ORDER.map((status) => ({
            key: status,
            label: PAY_REQUEST_STATUS_LABELS[status],
            count: counts ? (counts.status[status] ?? 0) : null,
            tone: TONES[status],
            filters: { status },
          })),
        }}
      />
      {closing ? (
        <CloseDialog row={closing} onDone={() => void list.reload()} onClose={() => setClosing(null)} />
      ) : null}
    </>
  );
}
