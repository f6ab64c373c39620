import type { Invoice } from '@gerbang/contracts/invoices';
import type { Scheme } from '@gerbang/contracts/payment-schemes';
import { reviseScheme } from '@gerbang/contracts/scheme-changes';
import { DISCOUNT_FIELDS, DISCOUNT_LISTS } from '@gerbang/domain/payment-schemes';
import { REVISED_MOST } from '@gerbang/domain/scheme-revisions';
import { Alert } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { DatePicker } from '@gerbang/ui/date-picker';
import { Dialog } from '@gerbang/ui/dialog';
import { Columns, Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { call, type CallInput, type CallOutput, messageOf } from '@gerbang/web-kit/api/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useState } from 'react';
import { useSchool } from '@gerbang/web-kit/api/school';
import { refreshBilling } from '../billing.api.ts';
import { copy as schemeCopy } from './payment-schemes.copy.ts';
import { changesCopy as copy } from './scheme-changes.copy.ts';
import { SchemeSides } from './scheme-sides.tsx';
import { useRevision } from './use-revision.ts';

type Preview = Extract<CallOutput<typeof reviseScheme>, { before: unknown }>;
type Body = CallInput<typeof reviseScheme>['body'];

/** Sends a revision, or asks what would follow from it. */
function useRevise(schemeId: string) {
  const client = useQueryClient();
  const keyOf = useRepeatKey();
  return useMutation({
    mutationFn: (body: Body) =>
      call(reviseScheme, {
        params: { id: schemeId },
        headers: { 'idempotency-key': keyOf([schemeId, body]) },
        body,
      }),
    onSuccess: (_done, { preview }) => (preview ? undefined : refreshBilling(client)),
  });
}

/** Changes a scheme: its amounts and instalments, then both sides beside each other, then the change itself. */
export function ReviseDialog({
  scheme,
  invoices,
  onClose,
}: {
  scheme: Scheme;
  invoices: readonly Invoice[];
  onClose: () => void;
}) {
  const school = useSchool();
  const form = useRevision(scheme, invoices);
  const [asked, setAsked] = useState(false);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const look = useRevise(scheme.id);
  const { send, pending } = useDecision(useRevise(scheme.id), {
    done: (data) => [copy.success, 'request_id' in data ? copy.asked : copy.saved],
    failed: copy.failed,
    onClose,
    onFailure: (error) => {
      setPreview(null);
      setRefusal(messageOf(error));
    },
  });
  const show = () => {
    setAsked(true);
    setRefusal(null);
    if (form.body === null || look.isPending) return;
    look.mutate(
      { ...form.body, preview: true },
      {
        onSuccess: (data) => setPreview('before' in data ? data : null),
        onError: (error) => setRefusal(messageOf(error)),
      },
    );
  };
  if (preview) {
    return (
      <Dialog title={copy.follows} wide dismissable={false} onClose={onClose}>
        <SchemeSides before={preview.before} after={preview.after} />
        {preview.excess > 0 ? <Text>{copy.excess(formatRupiah(preview.excess))}</Text> : null}
        <Text>{preview.second_person ? copy.second : copy.told}</Text>
        <Row>
          <Button variant="secondary" onClick={() => setPreview(null)}>
            {copy.back}
          </Button>
        </Row>
        <FormActions
          label={preview.second_person ? copy.ask : copy.save}
          pending={pending}
          onClick={() => form.body && send(form.body)}
          onCancel={onClose}
        />
      </Dialog>
    );
  }
  const { values, set } = form;
  const full = values.payment_scheme === 'full';
  return (
    <Dialog title={copy.title} wide dismissable={false} onClose={onClose}>
      <Quiet>{copy.lead}</Quiet>
      <Stack data-unsaved={form.changed ? '' : undefined}>
        <Select
          label={schemeCopy.period}
          value={values.payment_period}
          options={[...new Set([values.payment_period, ...(school.data?.payment_periods ?? [])])].map(
            (period) => ({ value: period, label: period }),
          )}
          onChange={({ target }) => set({ payment_period: target.value })}
        />
        <RadioGroup
          label={schemeCopy.scheme}
          name="revised_scheme"
          value={values.payment_scheme}
          options={(['full', 'installment'] as const).map((one) => ({
            value: one,
            label: one === 'full' ? schemeCopy.schemes.full : copy.instalments,
          }))}
          onChange={({ target }) => set({ payment_scheme: target.value === 'full' ? 'full' : 'installment' })}
        />
        <Columns $from={640} $tracks="minmax(0, 1fr) minmax(0, 1fr)">
          <MoneyField
            label={schemeCopy.baseFee}
            value={values.base_education_fee}
            onChange={(amount) => set({ base_education_fee: amount })}
          />
          <MoneyField
            label={schemeCopy.cashContribution}
            value={values.cash_contribution}
            onChange={(amount) => set({ cash_contribution: amount })}
          />
        </Columns>
        {full
          ? DISCOUNT_FIELDS.map((field) => (
              <Select
                key={field}
                label={`${schemeCopy.discounts}: ${schemeCopy.discountLabels[field]}`}
                value={String(values.discounts[field])}
                options={[
                  ...new Set([
                    values.discounts[field],
                    ...(school.data?.discounts[DISCOUNT_LISTS[field]] ?? [0]),
                  ]),
                ].map((amount) => ({
                  value: String(amount),
                  label: amount === 0 ? schemeCopy.noDiscount : formatRupiah(amount),
                }))}
                onChange={({ target }) =>
                  set({ discounts: { ...values.discounts, [field]: Number(target.value) } })
                }
              />
            ))
          : null}
        {values.rows.map((row, at) => (
          <Columns key={row.key} $from={640} $tracks="minmax(0, 1fr) minmax(0, 1fr)">
            <MoneyField
              label={copy.amount(form.nameOf(at))}
              value={row.amount}
              onChange={(amount) => form.setRow(at, { amount })}
            />
            <DatePicker
              label={copy.due(form.nameOf(at))}
              limits={form.limitsOf(at)}
              value={row.due_date}
              onChange={(due_date) => form.setRow(at, { due_date })}
            />
          </Columns>
        ))}
        <Row>
          <Button variant="secondary" disabled={values.rows.length >= REVISED_MOST} onClick={form.addRow}>
            {copy.add}
          </Button>
          <Button variant="secondary" disabled={values.rows.length <= form.least} onClick={form.removeRow}>
            {copy.remove}
          </Button>
        </Row>
        <Text $figures aria-live="polite">
          {copy.total(formatRupiah(form.sum), formatRupiah(form.total))}
        </Text>
        <TextArea
          label={copy.reason}
          hint={copy.reasonHint}
          maxLength={300}
          value={values.reason}
          onChange={({ target }) => set({ reason: target.value })}
        />
        <Alert>{refusal ?? (asked && form.body === null ? copy.incomplete : null)}</Alert>
      </Stack>
      <FormActions label={copy.preview} pending={look.isPending} onClick={show} onCancel={onClose} />
    </Dialog>
  );
}
