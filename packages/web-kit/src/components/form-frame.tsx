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
  children,
  onSubmit,
}: {
  form: {
    readonly attempt: number;
    readonly problem: string | null;
    readonly errors: readonly { readonly fieldId: string; readonly message: string }[];
  };
  actions: ReactNode;
  children: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}) {
  return (
    <Column method="post" noValidate onSubmit={onSubmit}>
      {form.attempt > 0 ? <ErrorSummary key={form.attempt} errors={form.errors} /> : null}
      {children}
      {form.problem ? <Banner tone="danger">{form.problem}</Banner> : null}
      {actions}
    </Column>
  );
}
