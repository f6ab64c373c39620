import type { InputHTMLAttributes, Ref } from 'react';
import { styled } from 'styled-components';
import { controlCss, Field, useField, type FieldTexts } from './field.tsx';

const Input = styled.input`
  ${controlCss}
`;

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldTexts {
  ref?: Ref<HTMLInputElement>;
}

/** A line of text: a native input with label, hint and error tied to it. Takes react-hook-form's `register` as it is. */
export function TextField(props: TextFieldProps) {
  const { frame, rest, tied } = useField(props);
  return (
    <Field {...frame}>
      <Input type="text" {...rest} {...tied} />
    </Field>
  );
}
