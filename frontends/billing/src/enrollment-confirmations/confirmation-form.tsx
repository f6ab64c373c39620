import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import type { School } from '@gerbang/contracts/school';
import type {
  Confirmation,
  ConfirmationCreation,
  FeeEstimate,
} from '@gerbang/contracts/enrollment-confirmations';
import {
  CONTRIBUTION_TYPES,
  PAYMENT_PREFERENCES,
  type PaymentPreference,
} from '@gerbang/domain/enrollment-confirmations';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { FormSection } from '@gerbang/ui/form-section';
import { MoneyField } from '@gerbang/ui/money-field';
import { RadioCards, RadioGroup } from '@gerbang/ui/radio-group';
import { SaveBar } from '@gerbang/ui/save-bar';
import { TextArea } from '@gerbang/ui/text-area';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { upTo } from '@gerbang/web-kit/family/rules';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { z } from '@gerbang/web-kit/forms/form';
import { formatRupiah, formatTime } from '@gerbang/web-kit/page/format';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { useDraft, draftCopy } from '@gerbang/web-kit/forms/use-draft';
import { type ReactNode, Suspense } from 'react';
import { styled } from 'styled-components';
import { type Family, useConfirmationChanges } from './confirmation.api.ts';
import { confirmationCopy as copy } from './confirmation.copy.ts';
import { RefundRuleSection } from './refund-rule.tsx';
import { DocumentsRefused } from './missing-documents.tsx';

const FIELDS = {
  payment_preference: z.string().check(z.minLength(1, copy.preferenceRequired)),
  contribution_type: z.string().check(z.minLength(1, copy.contributionRequired)),
  /** Digits only; empty = 0. */
  contribution_amount: z.string().check(z.regex(/^\d{0,13}$/u, 'Jumlah sumbangan harus berupa angka')),
  contribution_description: upTo(500),
  additional_notes: upTo(2000),
};

/** The rules of the form with the specified messages; a school's rule of what goes back must have been read. */
export const confirmationRules = (withRefundRule: boolean) =>
  z
    .object({
      ...FIELDS,
      refund_rule_read: z
        .string()
        .check(z.refine((tick) => !withRefundRule || tick !== '', copy.refund.readRequired)),
    })
    .check(
      z.refine(
        (values) => values.contribution_type !== 'goods' || values.contribution_description.trim() !== '',
        {
          path: ['contribution_description'],
          message: copy.goodsRequired,
          when: () => true,
        },
      ),
    );
type ConfirmationValues = z.output<ReturnType<typeof confirmationRules>>;

/** Every field may wait on this device until it is sent: none is secret. */
const KEPT_FIELDS = Object.keys(FIELDS);

/** What the form begins with: what was declined, else installments and a cash contribution of 0. */
function valuesOf(before: Confirmation | null): ConfirmationValues {
  const amount = before?.contribution_amount ?? 0;
  return {
    payment_preference: before?.payment_preference ?? 'installment',
    contribution_type: before?.contribution_type ?? 'cash',
    contribution_amount: String(amount),
    contribution_description: before?.contribution_description ?? '',
    additional_notes: before?.additional_notes ?? '',
    refund_rule_read: '',
  };
}

/** `2025/2026` of a table's title, else the title. */
const yearOf = (title: string) => /\d{4}\/\d{4}/u.exec(title)?.[0] ?? title;

/** A way to pay with its amounts, where they are known. */
function choiceOf(preference: PaymentPreference, estimate: FeeEstimate | null) {
  if (estimate === null) return copy.preferences[preference];
  const { full, full_discount: discount, instalments } = estimate;
  const [first = 0, ...rest] = instalments.map(formatRupiah);
  return preference === 'full'
    ? {
        label: copy.fullOf(formatRupiah(full)),
        description:
          discount > 0 ? copy.fullDiscount(formatRupiah(discount)) : copy.preferences.full.description,
      }
    : {
        label: copy.preferences.installment.label,
        description: copy.instalmentsOf(String(first), rest.join(' · ')),
      };
}

function oneOf<T extends string>(values: readonly T[], text: string, problem: string): T {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(problem);
  return found;
}

/** The body of a confirmation; of money and goods only what was chosen. */
function creationOf(
  { registration, child }: Family,
  values: ConfirmationValues,
  rule: School['refund_rule'],
): ConfirmationCreation {
  const type = oneOf(CONTRIBUTION_TYPES, values.contribution_type, copy.contributionRequired);
  const notes = values.additional_notes.trim();
  return {
    registration_id: registration.id,
    child_id: child.id,
    payment_preference: oneOf(PAYMENT_PREFERENCES, values.payment_preference, copy.preferenceRequired),
    contribution_type: type,
    ...(type === 'cash'
      ? { contribution_amount: Number(values.contribution_amount) }
      : { contribution_description: values.contribution_description.trim() }),
    ...(notes === '' ? {} : { additional_notes: notes }),
    ...(rule && { refund_rule_version: rule.version }),
  };
}

// Only who comes back to something unfinished needs it.
const DraftOffer = lazyPart(() =>
  import('@gerbang/web-kit/forms/draft-offer.tsx').then((file) => file.DraftOffer),
);

/** Beside 'Batal' a phone has no room for what its title says. */
const Whole = styled.span`
  @media (max-width: 639.98px) {
    ${hiddenCss}
  }
`;

const Steps = styled.ol`
  margin: 4px 0 0;
  padding-inline-start: 20px;
  list-style: decimal;
`;

/** How the family wants to pay and what it gives, sent once. */
export function ConfirmationForm({
  userId,
  family,
  estimate,
  declined,
  refundRule,
  children,
}: {
  userId: string;
  family: Family;
  /** Null where the school's tables do not say the fee. */
  estimate: FeeEstimate | null;
  declined: Confirmation | null;
  /** What the school gives back to a family that leaves, where it says so. */
  refundRule: School['refund_rule'];
  /** What is read between the choice and the rest. */
  children: ReactNode;
}) {
  const form = useFamilyForm(confirmationRules(refundRule !== undefined), valuesOf(declined));
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
  const chosen = PAYMENT_PREFERENCES.find((one) => one === values.payment_preference);

  const { send, pending } = useDecision(confirm, {
    done: [copy.success, copy.sent],
    shown: true,
    failed: copy.sendFailed,
    onClose: () => {
      draft.forget();
      const { full_name, nick_name } = family.child;
      void navigate('/registration', { state: { confirmed: nick_name ?? full_name } });
      leave();
    },
    onFailure: form.fail,
  });

  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(() => {
        const body = creationOf(family, values, refundRule);
        send({ body, key: keyOf(body) });
      })}
      actions={
        <SaveBar note={draft.savedAt === null ? null : draftCopy.saved(formatTime(draft.savedAt))}>
          <Button variant="secondary" onClick={() => (pending ? undefined : void navigate('/enrollment'))}>
            {copy.cancel}
          </Button>
          <Button type="submit" pending={pending} pendingLabel={copy.sending}>
            <span>
              {copy.confirm} <Whole>{copy.reEnrolment}</Whole>
              {chosen ? ` · ${copy.preferences[chosen].short}` : null}
            </span>
          </Button>
        </SaveBar>
      }
    >
      <Suspense fallback={null}>
        {draft.offered ? <DraftOffer draft={draft} note={draftCopy.secret} onResume={form.fill} /> : null}
      </Suspense>
      <Card as="div">
        <RadioCards
          {...form.radio('payment_preference')}
          label={copy.preference}
          hint={estimate ? copy.estimateFrom(yearOf(estimate.table)) : undefined}
          options={PAYMENT_PREFERENCES.map((value) => ({ value, ...choiceOf(value, estimate) }))}
        />
      </Card>
      {children}
      <FormSection title={copy.givingTitle}>
        <RadioGroup
          {...form.radio('contribution_type')}
          label={copy.contribution}
          hint={copy.contributionHint}
          options={CONTRIBUTION_TYPES.map((value) => ({ value, label: copy.contributions[value] }))}
        />
        {values.contribution_type === 'goods' ? (
          <TextArea
            {...form.field('contribution_description')}
            label={copy.goods}
            hint={copy.goodsHint}
            maxLength={500}
          />
        ) : (
          <MoneyField {...form.money('contribution_amount')} label={copy.amount} optional />
        )}
        <TextArea {...form.field('additional_notes')} label={copy.notes} optional maxLength={2000} />
      </FormSection>
      {refundRule ? (
        <RefundRuleSection
          rule={refundRule}
          academicYear={family.registration.academic_year}
          estimate={estimate}
          read={form.choice('refund_rule_read')}
        />
      ) : null}
      <Banner tone="info">
        <strong>{copy.infoTitle}</strong>
        <Steps>
          {copy.info.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Steps>
      </Banner>
      <DocumentsRefused family={family} error={confirm.error} />
    </FormFrame>
  );
}
