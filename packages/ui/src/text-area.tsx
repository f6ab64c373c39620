import { useId, type Ref, type TextareaHTMLAttributes } from 'react';
import { styled } from 'styled-components';
import { controlCss, describedBy, Field, type FieldTexts } from './field.tsx';

const Area = styled.textarea`
  ${controlCss}
  min-height: 96px;
  resize: vertical;
`;

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTexts {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text: a native control with label, hint and error tied to it. */
export function TextArea({ label, hint, error, optional, id, ...rest }: TextAreaProps) {
  const made = useId();
  const own = id ?? made;
  const texts = { label, hint, error, optional };
  return (
    <Field id={own} {...texts}>
      <Area
        rows={3}
        aria-required={!optional}
        {...rest}
        id={own}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(own, texts)}
      />
    </Field>
  );
}
