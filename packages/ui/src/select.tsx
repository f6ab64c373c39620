import type { Ref, SelectHTMLAttributes } from 'react';
import { styled } from 'styled-components';
import { controlCss, Field, useField, type FieldTexts } from './field.tsx';

const Native = styled.select`
  ${controlCss}
`;

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldTexts {
  options: readonly { readonly value: string; readonly label: string }[];
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** A choice among few: the native picker. */
export function Select({ options, placeholder, ...props }: SelectProps) {
  const { frame, rest, tied } = useField(props);
  return (
    <Field {...frame}>
      <Native {...rest} {...tied}>
        {placeholder ? <option value="">{placeholder}</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Native>
    </Field>
  );
}
