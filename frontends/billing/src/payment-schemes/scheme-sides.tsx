import type { Scheme, SchemeSide } from '@gerbang/contracts/payment-schemes';
import { CardTitle } from '@gerbang/ui/card';
import { Columns, Quiet, Stack } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatDateLong, formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import { changesCopy as copy } from './scheme-changes.copy.ts';

function Side({ title, of }: { title: string; of: SchemeSide }) {
  return (
    <section aria-label={title}>
      <strong>{title}</strong>
      <SummaryList
        rows={[
          { label: copy.totalOf, value: formatRupiah(of.final_education_fee) },
          ...of.invoices.map((invoice) => ({
            label: `${invoice.installment_name} · ${invoice.invoice_number ?? copy.newNumber}`,
            value: `${formatRupiah(invoice.total_amount)} · ${formatDayText(invoice.due_date)}`,
          })),
        ]}
      />
    </section>
  );
}

/** A scheme before and after a change, beside each other where there is room. */
export function SchemeSides({ before, after }: { before: SchemeSide; after: SchemeSide }) {
  return (
    <Columns $from={640} $gap={24} $tracks="minmax(0, 1fr) minmax(0, 1fr)">
      <Side title={copy.before} of={before} />
      <Side title={copy.after} of={after} />
    </Columns>
  );
}

/** How a scheme was changed, and why; nothing where it never was. */
export function SchemeHistory({ of: { changes = [] } }: { of: Pick<Scheme, 'changes'> }) {
  if (changes.length === 0) return null;
  return (
    <Stack as="section" $gap={12} aria-label={copy.history}>
      <CardTitle as="h3">{copy.history}</CardTitle>
      {changes.map((change) => (
        <div key={change.version}>
          <SchemeSides before={change.before} after={change.after} />
          <Quiet $small>
            {copy.changedBy(change.reason, change.by.name ?? copy.school, formatDateLong(change.at))}
          </Quiet>
        </div>
      ))}
    </Stack>
  );
}
