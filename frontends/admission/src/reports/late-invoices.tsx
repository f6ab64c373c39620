import { getArrearsReport, type ArrearsReport } from '@gerbang/contracts/reports';
import { ARREARS_STEP_LABELS } from '@gerbang/domain/reports';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { FiguresTable } from '@gerbang/ui/figures-table';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { call } from '@gerbang/web-kit/api/client';
import { formatDateShort, formatPhone, formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import type { Filters } from './reports.api.ts';
import { arrearsCopy as copy, reportsCopy as common } from './reports.copy.ts';

type Row = ArrearsReport['list'][number];

function Next({ row }: { row: Row }) {
  return (
    <Link
      to={`/admin/invoices?id=${row.invoice_id}`}
      aria-label={`${ARREARS_STEP_LABELS[row.next_step]}: ${row.invoice_number}`}
    >
      {ARREARS_STEP_LABELS[row.next_step]}
    </Link>
  );
}

/** The late invoices, further pages on request. */
export function LateInvoices({ filters, first }: { filters: Filters; first: ArrearsReport }) {
  const [more, setMore] = useState<readonly ArrearsReport[]>([]);
  const [pending, setPending] = useState(false);
  const pages = [first, ...more];
  const cursor = pages.at(-1)?.next_cursor ?? null;
  const rows = pages.flatMap(({ list }) => list);
  const read = async (next: string) => {
    setPending(true);
    try {
      const page = await call(getArrearsReport, { query: { ...filters, cursor: next } });
      setMore((before) => [...before, page]);
    } catch (error) {
      toastFailure(common.failed, error);
    }
    setPending(false);
  };
  return (
    <Card>
      <Stack>
        <CardTitle>{copy.list}</CardTitle>
        {rows.length === 0 ? (
          <Quiet>{copy.listNone}</Quiet>
        ) : (
          <FiguresTable
            caption={copy.list}
            table={{
              head: [copy.child, copy.parent, copy.dueDate, copy.amount, copy.reminder, copy.next],
              rows: rows.map((row) => ({
                key: row.invoice_id,
                cells: [
                  <span key="child">
                    {row.child_name}
                    <Quiet $small>
                      {levelText(row.jenjang, row.kelas)} · {row.installment_name}
                    </Quiet>
                  </span>,
                  <span key="parent">
                    {row.parent_name ?? '-'}
                    <Quiet $small $figures>
                      {formatPhone(row.phone)}
                    </Quiet>
                  </span>,
                  <span key="due">
                    {common.dayText(row.due_date)}
                    <Quiet $small>{copy.late(row.days_late)}</Quiet>
                  </span>,
                  formatRupiah(row.remaining),
                  row.last_reminder_at === null ? copy.noReminder : formatDateShort(row.last_reminder_at),
                  <Next key="next" row={row} />,
                ],
              })),
            }}
          />
        )}
        {cursor === null ? null : (
          <div>
            <Button small variant="secondary" pending={pending} onClick={() => void read(cursor)}>
              {copy.more}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}
