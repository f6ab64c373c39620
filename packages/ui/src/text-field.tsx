import { useId, type InputHTMLAttributes, type Ref } from 'react';
import { styled } from 'styled-components';
import { controlCss, describedBy, Field, type FieldTexts } from './field.tsx';

const Input = styled.input`
  ${controlCss}
`;

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldTexts {
  ref?: Ref<HTMLInputElement>;
}

/** A line of text: a native input with label, hint and error tied to it. Takes react-hook-form's `register` as it is. */
export function TextField({ label, hint, error, optional, id, ...rest }: TextFieldProps) {
  const made = useId();
  const own = id ?? made;
  const texts = { label, hint, error, optional };
  return (
    <Field id={own} {...texts}>
      <Input
        type="text"
        {...rest}
        id={own}
        aria-required={!optional}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(own, texts)}
      />
    </Field>
  );
}
