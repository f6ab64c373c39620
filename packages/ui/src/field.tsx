import { TriangleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { langOf } from './lang.tsx';

/** The style of every input control; its text is 16 px, so that phones do not zoom. */
export const controlCss = css`
  width: 100%;
  min-height: 44px;
  padding: 9px 12px;
  border: 1px solid var(--border-control);
  border-radius: 10px;
  background: var(--bg-surface);
  color: var(--text-primary);
  font-size: 1rem;
  line-height: 1.5;
  &[aria-invalid='true'] {
    border: 2px solid var(--field-errorBorder);
    padding: 8px 11px;
  }
  &:disabled,
  &:read-only:is(input, textarea) {
    background: var(--bg-subtle);
    color: var(--text-secondary);
  }
`;

const Wrap = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  min-width: 0;
`;

const Label = styled.label`
  font-weight: 600;
`;

/** Beside the label of a field that may stay empty. */
export const Optional = styled.span`
  font-weight: 400;
  color: var(--text-muted);
`;

/** Below the label. */
export const Hint = styled.p`
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
`;

/** Below the control: what is wrong with it. */
export const Problem = styled.p`
  display: flex;
  gap: 6px;
  align-items: start;
  font-size: 0.875rem;
  line-height: 1.43;
  font-weight: 550;
  color: var(--text-error);
  svg {
    margin-block-start: 2px;
  }
`;

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Fields are required unless marked by this. */
  optional?: boolean;
}

/** The `aria-describedby` of a control with this id. */
export function describedBy(id: string, { hint, error }: FieldTexts): string | undefined {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return ids === '' ? undefined : ids;
}

/** Splits the props of a field: those of its frame, and the attributes that tie label, hint and error to its control. */
export function useField<P extends FieldTexts & { id?: string | undefined }>(props: P) {
  const { label, hint, error, optional, id, ...rest } = props;
  const made = useId();
  const own = id ?? made;
  const texts = { label, hint, error, optional };
  return {
    frame: { id: own, ...texts },
    rest,
    tied: {
      id: own,
      'aria-required': !optional,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy(own, texts),
    },
  };
}

/** Label, hint, control, error, in this order. */
export function Field({
  id,
  label,
  hint,
  error,
  optional,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <Wrap>
      <Label htmlFor={id}>
        {label}
        {optional ? <Optional> (opsional)</Optional> : null}
      </Label>
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
      {children}
      {error ? (
        <Problem id={`${id}-error`} lang={langOf(error)}>
          <TriangleAlert size={16} aria-hidden="true" />
          {error}
        </Problem>
      ) : null}
    </Wrap>
  );
}
