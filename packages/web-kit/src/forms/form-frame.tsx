import { Banner } from '@gerbang/ui/banner';
import { ErrorSummary } from '@gerbang/ui/error-summary';
import type { FormEvent, ReactNode } from 'react';
import { styled } from 'styled-components';

const Column = styled.form`
  display: grid;
  gap: 20px;
  max-width: 640px;
  min-width: 0;
`;

/** One column: the error summary, the fields, the server's message, the buttons. */
export function FormFrame({
  form,
  actions,
  kept,
  children,
  onSubmit,
}: {
  form: {
    readonly attempt: number;
    readonly problem: string | null;
    readonly isDirty?: boolean;
    readonly errors: readonly { readonly fieldId: string; readonly message: string }[];
  };
  actions: ReactNode;
  /** What of it stays on the device when its sheet is left. */
  kept?: 'proof' | 'draft';
  children: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}) {
  return (
    <Column
      method="post"
      noValidate
      data-unsaved={form.isDirty ? (kept ?? '') : undefined}
      onSubmit={onSubmit}
    >
      {form.attempt > 0 ? <ErrorSummary key={form.attempt} errors={form.errors} /> : null}
      {children}
      {form.problem ? <Banner tone="danger">{form.problem}</Banner> : null}
      {actions}
    </Column>
  );
}
