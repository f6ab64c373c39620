import type { Confirmation, SchemeCreation } from '@gerbang/contracts/billing.types';
import * as schemes from '@gerbang/contracts/payment-schemes';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { ApiError, call, issuesOf, messageOf } from '@gerbang/web-kit/client';
import { failureText } from '@gerbang/web-kit/failure-text';
import { useMutation, useQueryClient } from '@gerbang/web-kit/query-client';
import { useRepeatKey } from '@gerbang/web-kit/repeat-key';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { useId, useState, type FormEvent } from 'react';
import { refreshBilling } from '../billing.api.ts';
import { copy } from './payment-schemes.copy.ts';
import {
  amountsOf,
  initialValues,
  schemeBody,
  schemeErrors,
  type SchemeErrors,
  type SchemeField,
  type SchemeValues,
} from './scheme-values.ts';

const FIELDS: readonly SchemeField[] = [
  'payment_period',
  'base_education_fee',
  'cash_contribution',
  'payment_deadline',
];

/** Makes a scheme with its invoices; a repeat with the same key makes nothing twice. */
function useSchemeCreation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: SchemeCreation; key: string }) =>
      call(schemes.createScheme, {
        body,
        headers: { 'idempotency-key': key },
      }),
    onSettled: () => refreshBilling(client),
  });
}

/** What the server says of fields that the form shows under another name. */
function serverErrors(error: unknown): SchemeErrors {
  const issues = issuesOf(error);
  const deadline = issues.payment_deadline ?? issues.first_installment_date;
  return {
    ...Object.fromEntries(FIELDS.flatMap((field) => (issues[field] ? [[field, issues[field]]] : []))),
    ...(deadline && { payment_deadline: deadline }),
  };
}

/** The state of the form: checked at submit and then while it is typed, asked once more, sent once (a key a form). */
export function useSchemeForm(confirmation: Confirmation, period: string) {
  const prefix = useId();
  const [values, setValues] = useState<SchemeValues>(() => initialValues(confirmation, period));
  const [changed, setChanged] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<SchemeErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(false);
  const keyOf = useRepeatKey();
  const creation = useSchemeCreation();
  const [today] = useState(() => jakartaDay(new Date()));
  const own = schemeErrors(values, today);
  const errors: SchemeErrors = attempt > 0 ? { ...refused, ...own } : refused;
  const idOf = (field: SchemeField) => `${prefix}-${field}`;

  const set = (change: Partial<SchemeValues>) => {
    setValues((before) => ({ ...before, ...change }));
    setRefused({});
    setChanged(true);
  };
  const fail = (error: unknown) => {
    const found = serverErrors(error);
    const exists = error instanceof ApiError && error.status === 409 && error.body === null;
    setRefused(found);
    setAttempt((before) => before + 1);
    if (Object.keys(found).length === 0) setProblem(exists ? copy.exists : messageOf(error));
    toastFailure(copy.failed, exists ? copy.exists : failureText(error, copy.failedText));
  };
  return {
    values,
    set,
    errors,
    idOf,
    amounts: amountsOf(values),
    today,
    /** Whether something was typed that is not made yet. */
    unsaved: changed && !done,
    asking,
    pending: creation.isPending,
    frame: {
      attempt,
      problem,
      errors: FIELDS.flatMap((field) => {
        const message = errors[field];
        return message === undefined ? [] : [{ fieldId: idOf(field), message }];
      }),
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setProblem(null);
      if (Object.keys(own).length > 0) setAttempt((before) => before + 1);
      else setAsking(true);
    },
    stopAsking: () => setAsking(false),
    send: (onDone: () => void) => {
      if (creation.isPending) return;
      const body = schemeBody(confirmation, values);
      creation.mutate(
        { body, key: keyOf(body) },
        {
          onSuccess: () => {
            setDone(true);
            toast(copy.success, copy.created);
            onDone();
          },
          onError: fail,
          onSettled: () => setAsking(false),
        },
      );
    },
  };
}
