import type { Confirmation } from '@gerbang/contracts/billing.types';
import { CONTRIBUTION_TYPES, PAYMENT_PREFERENCES } from '@gerbang/domain/enrollment-confirmations';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { FormSection } from '@gerbang/ui/form-section';
import { MoneyField } from '@gerbang/ui/money-field';
import { RadioCards, RadioGroup } from '@gerbang/ui/radio-group';
import { SaveBar } from '@gerbang/ui/save-bar';
import { TextArea } from '@gerbang/ui/text-area';
import { draftCopy } from '@gerbang/web-kit/draft.copy';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { formatTime } from '@gerbang/web-kit/format';
import { useRepeatKey } from '@gerbang/web-kit/repeat-key';
import { useNavigate } from '@gerbang/web-kit/router';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { useDraft } from '@gerbang/web-kit/use-draft';
import { lazy, Suspense } from 'react';
import { styled } from 'styled-components';
import { useConfirmationChanges, type Family } from './confirmation.api.ts';
import { confirmationCopy as copy } from './confirmation.copy.ts';
import { confirmationRules, creationOf, KEPT_FIELDS, valuesOf } from './confirmation-values.ts';

// Only who comes back to something unfinished needs it.
const DraftOffer = lazy(() =>
  import('@gerbang/web-kit/components/draft-offer').then((part) => ({ default: part.DraftOffer })),
);

const Steps = styled.ol`
  margin: 4px 0 0;
  padding-inline-start: 20px;
  list-style: decimal;
`;

/** How the family wants to pay and what it gives, sent once. */
export function ConfirmationForm({
  userId,
  family,
  declined,
}: {
  userId: string;
  family: Family;
  declined: Confirmation | null;
}) {
  const form = useFamilyForm(confirmationRules, valuesOf(declined));
  const { confirm, leave } = useConfirmationChanges();
  const keyOf = useRepeatKey();
  const navigate = useNavigate();
  const draft = useDraft({
    userId,
    form: `confirmation-${family.registration.id}`,
    keep: KEPT_FIELDS,
    values: form.values,
    base: form.stored,
  });
  const { values } = form;
  const { value: preference, ...preferenceField } = form.choice('payment_preference');
  const { value: contribution, ...contributionField } = form.choice('contribution_type');
  const { value: amount, ...amountField } = form.choice('contribution_amount');

  const send = () => {
    if (confirm.isPending) return;
    const body = creationOf(family, values);
    confirm.mutate(
      { body, key: keyOf(body) },
      {
        onSuccess: () => {
          draft.forget();
          toast(copy.success, copy.sent);
          void navigate('/registration');
          leave();
        },
        onError: (error) => {
          form.fail(error);
          toastFailure(copy.sendFailed, error);
        },
      },
    );
  };

  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(send)}
      actions={
        <SaveBar note={draft.savedAt === null ? null : draftCopy.saved(formatTime(draft.savedAt))}>
          <Button
            variant="secondary"
            onClick={() => (confirm.isPending ? undefined : void navigate('/enrollment'))}
          >
            {copy.cancel}
          </Button>
          <Button type="submit" pending={confirm.isPending} pendingLabel={copy.sending}>
            {copy.confirm}
          </Button>
        </SaveBar>
      }
    >
      <Suspense fallback={null}>
        {draft.offered ? (
          <DraftOffer
            savedAt={draft.offered.savedAt}
            note={draftCopy.secret}
            onResume={() => {
              form.fill(draft.offered?.values ?? {});
              draft.taken();
            }}
            onDrop={draft.forget}
          />
        ) : null}
      </Suspense>
      <FormSection title={copy.formTitle}>
        <RadioCards
          id={preferenceField.id}
          error={preferenceField.error}
          name="payment_preference"
          label={copy.preference}
          options={PAYMENT_PREFERENCES.map((value) => ({ value, ...copy.preferences[value] }))}
          value={preference}
          onChange={(event) => preferenceField.onChange(event.target.value)}
        />
        <RadioGroup
          id={contributionField.id}
          error={contributionField.error}
          name="contribution_type"
          label={copy.contribution}
          hint={copy.contributionHint}
          options={CONTRIBUTION_TYPES.map((value) => ({ value, label: copy.contributions[value] }))}
          value={contribution}
          onChange={(event) => contributionField.onChange(event.target.value)}
        />
        {contribution === 'goods' ? (
          <TextArea
            {...form.field('contribution_description')}
            label={copy.goods}
            hint={copy.goodsHint}
            maxLength={500}
          />
        ) : (
          <MoneyField
            id={amountField.id}
            error={amountField.error}
            label={copy.amount}
            optional
            value={amount === '' ? null : Number(amount)}
            onChange={(value) => amountField.onChange(value === null ? '' : String(value))}
          />
        )}
        <TextArea {...form.field('additional_notes')} label={copy.notes} optional maxLength={2000} />
      </FormSection>
      <Banner tone="info">
        <strong>{copy.infoTitle}</strong>
        <Steps>
          {copy.info.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Steps>
      </Banner>
    </FormFrame>
  );
}
