import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useMedia } from '@gerbang/web-kit/page/use-media';
import type { SchoolConfig } from '@gerbang/contracts/school';
import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import { estimateFees } from '@gerbang/domain/fee-estimate';
import {
  DISCOUNT_FIELDS,
  DISCOUNT_LISTS,
  INSTALMENT_PERCENTS,
  planInvoices,
  type PlannedInvoice,
  schemeTotals,
} from '@gerbang/domain/payment-schemes';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Banner } from '@gerbang/ui/banner';
import { Card, CardTitle } from '@gerbang/ui/card';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { DatePicker } from '@gerbang/ui/date-picker';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { Select } from '@gerbang/ui/select';
import { SummaryList } from '@gerbang/ui/summary-list';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { LeaveDialog } from '@gerbang/web-kit/forms/leave-dialog.tsx';
import { formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { copy } from './payment-schemes.copy.ts';
import { useSchemeForm } from './use-scheme-form.ts';

const REST = 100 - INSTALMENT_PERCENTS.reduce((sum, percent) => sum + percent, 0);

const COLUMNS: readonly Column<PlannedInvoice & { readonly dated: boolean }>[] = titled(copy.previewColumns, [
  { key: 'stage', rowHeader: true, render: (row) => row.installment_name },
  { key: 'share', render: (row) => `${INSTALMENT_PERCENTS[(row.installment_stage ?? 1) - 1] ?? REST}%` },
  { key: 'amount', render: (row) => formatRupiah(row.total_amount) },
  { key: 'due', render: (row) => (row.dated ? formatDayText(row.due_date) : '-') },
]);
// Any day: the amounts do not depend on it, and it is not shown.
const SOME_DAY = '2026-01-01';

/** The four installments as they will be: amounts at once, days when the first one is chosen. */
function InstalmentPreview({ total, first }: { total: number; first: string }) {
  const dated = first !== '';
  const rows = planInvoices('installment', total, dated ? first : SOME_DAY).map((row) => ({ ...row, dated }));
  return (
    <Stack as="section" $gap={12} aria-labelledby="instalment-preview">
      <CardTitle as="h3" id="instalment-preview">
        {copy.previewTitle}
      </CardTitle>
      <Quiet>{copy.previewNote}</Quiet>
      {dated ? null : <Banner tone="attention">{copy.previewWarning}</Banner>}
      <DataTable
        dense
        caption={copy.previewCaption}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.installment_name}
      />
    </Stack>
  );
}

const Group = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr));
  gap: 16px;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    margin-block-end: 8px;
    padding: 0;
    font-weight: 600;
  }
`;

const Aside = styled(Stack)`
  @media (min-width: 1000px) {
    position: sticky;
    inset-block-start: 16px;
    order: 2;
  }
`;

const discountText = (amount: number) => (amount === 0 ? copy.noDiscount : formatRupiah(amount));

/** The scheme as finance makes it; totals and installments are shown while it is typed, beside the form where there is room. */
export function SchemeForm({
  confirmation,
  school,
  about,
  onDone,
  onCancel,
}: {
  confirmation: Confirmation;
  school: SchoolConfig;
  /** Above the summary: what the family has confirmed. */
  about: ReactNode;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { jenjang, wave_payment_period: ofWave = '' } = confirmation.registration;
  const tariff = estimateFees(school, jenjang);
  const form = useSchemeForm(
    confirmation,
    {
      // A period of the wave that the school no longer has cannot be chosen.
      period: school.payment_periods.includes(ofWave) ? ofWave : school.default_payment_period,
      tariff: tariff?.full ?? null,
    },
    onDone,
  );
  const beside = useMedia('(min-width: 1200px)');
  const { values, set, errors, idOf, guard } = form;
  const totals = schemeTotals(form.amounts);
  const full = values.payment_scheme === 'full';
  const summary = full ? (
    <section aria-live="polite">
      <CardTitle as="h3">{copy.totalTitle}</CardTitle>
      <SummaryList
        rows={[
          { label: copy.baseFee, value: formatRupiah(form.amounts.base_education_fee) },
          { label: copy.cashContribution, value: formatRupiah(form.amounts.cash_contribution) },
          { label: copy.totalDiscount, value: `− ${formatRupiah(totals.total_discount)}` },
          { label: copy.total, value: formatRupiah(totals.final_education_fee) },
        ]}
      />
      {totals.final_education_fee < 0 ? <Banner tone="danger">{copy.negative}</Banner> : null}
    </section>
  ) : (
    <InstalmentPreview total={totals.final_education_fee} first={values.day} />
  );
  return (
    <>
      <Aside>
        {about}
        {beside ? <Card as="div">{summary}</Card> : null}
      </Aside>
      <Card as="div">
        <FormFrame
          form={form.frame}
          onSubmit={form.onSubmit}
          actions={<FormActions label={copy.save} pending={form.pending} onCancel={onCancel} />}
        >
          <TextField
            label={copy.gradeLevel}
            hint={copy.gradeLevelHint}
            value={levelLabel(jenjang)}
            readOnly
          />
          <Select
            id={idOf('payment_period')}
            label={copy.period}
            error={errors.payment_period}
            value={values.payment_period}
            options={school.payment_periods.map((period) => ({ value: period, label: period }))}
            onChange={({ target }) => set({ payment_period: target.value })}
          />
          <MoneyField
            id={idOf('base_education_fee')}
            label={copy.baseFee}
            hint={
              tariff ? copy.tariff(formatRupiah(tariff.full), levelLabel(jenjang), tariff.table) : undefined
            }
            error={errors.base_education_fee}
            value={values.base_education_fee}
            onChange={(amount) => set({ base_education_fee: amount })}
          />
          <MoneyField
            id={idOf('cash_contribution')}
            label={copy.cashContribution}
            hint={copy.cashContributionHint}
            error={errors.cash_contribution}
            value={values.cash_contribution}
            onChange={(amount) => set({ cash_contribution: amount })}
          />
          <RadioGroup
            label={copy.scheme}
            name="payment_scheme"
            value={values.payment_scheme}
            options={(['full', 'installment'] as const).map((one) => ({
              value: one,
              label: copy.schemes[one],
              description: copy.schemeNotes[one],
            }))}
            onChange={({ target }) =>
              set({ payment_scheme: target.value === 'installment' ? 'installment' : 'full' })
            }
          />
          {full ? (
            <Group>
              <legend>{copy.discounts}</legend>
              {DISCOUNT_FIELDS.map((field) => (
                <Select
                  key={field}
                  label={copy.discountLabels[field]}
                  value={String(values.discounts[field])}
                  options={school.discounts[DISCOUNT_LISTS[field]].map((amount) => ({
                    value: String(amount),
                    label: discountText(amount),
                  }))}
                  onChange={({ target }) =>
                    set({ discounts: { ...values.discounts, [field]: Number(target.value) } })
                  }
                />
              ))}
            </Group>
          ) : null}
          <DatePicker
            id={idOf('payment_deadline')}
            label={full ? copy.deadline : copy.firstDate}
            error={errors.payment_deadline}
            limits={form.days}
            value={values.day}
            onChange={(day) => set({ day })}
          />
          {beside ? null : summary}
        </FormFrame>
      </Card>
      {guard.asked ? <LeaveDialog onLeave={guard.leave} onStay={guard.stay} /> : null}
      {form.asking ? (
        <AlertDialog
          destructive={false}
          title={copy.confirmTitle}
          confirmLabel={copy.save}
          pendingLabel={copy.saving}
          pending={form.pending}
          onConfirm={form.send}
          onCancel={form.stopAsking}
        >
          <p>
            {copy.confirmText(
              confirmation.child.full_name,
              formatRupiah(totals.final_education_fee),
              full ? 1 : 4,
            )}
          </p>
        </AlertDialog>
      ) : null}
    </>
  );
}
