import { INSTALMENT_PERCENTS, planInvoices, type PlannedInvoice } from '@gerbang/domain/payment-schemes';
import { Banner } from '@gerbang/ui/banner';
import { DataTable, type Column } from '@gerbang/ui/data-table';
import { Quiet } from '@gerbang/ui/layout';
import { formatDayText, formatRupiah } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { copy } from './payment-schemes.copy.ts';

const Section = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  h3 {
    font-size: 1.125rem;
    line-height: 1.45;
  }
`;

const REST = 100 - INSTALMENT_PERCENTS.reduce((sum, percent) => sum + percent, 0);

const COLUMNS: readonly Column<PlannedInvoice & { readonly dated: boolean }>[] = [
  {
    key: 'stage',
    header: copy.previewColumns.stage,
    rowHeader: true,
    render: (row) => row.installment_name,
  },
  {
    key: 'share',
    header: copy.previewColumns.share,
    render: (row) => `${INSTALMENT_PERCENTS[(row.installment_stage ?? 1) - 1] ?? REST}%`,
  },
  {
    key: 'amount',
    header: copy.previewColumns.amount,
    render: (row) => formatRupiah(row.total_amount),
  },
  {
    key: 'due',
    header: copy.previewColumns.due,
    render: (row) => (row.dated ? formatDayText(row.due_date) : '-'),
  },
];
// Any day: the amounts do not depend on it, and it is not shown.
const SOME_DAY = '2026-01-01';

/** The four installments as they will be: amounts at once, days when the first one is chosen. */
export function InstalmentPreview({ total, first }: { total: number; first: string }) {
  const dated = first !== '';
  const rows = planInvoices('installment', total, dated ? first : SOME_DAY).map((row) => ({ ...row, dated }));
  return (
    <Section aria-labelledby="instalment-preview">
      <h3 id="instalment-preview">{copy.previewTitle}</h3>
      <Quiet>{copy.previewNote}</Quiet>
      {dated ? null : <Banner tone="attention">{copy.previewWarning}</Banner>}
      <DataTable
        dense
        caption={copy.previewCaption}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.installment_name}
      />
    </Section>
  );
}
