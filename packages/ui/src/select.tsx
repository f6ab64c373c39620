import type { Ref, SelectHTMLAttributes } from 'react';
import { styled } from 'styled-components';
import { controlCss, Field, useField, type FieldTexts } from './field.tsx';

const Native = styled.select`
  ${controlCss}
`;

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldTexts {
  options: readonly { readonly value: string; readonly label: string }[];
  placeholder?: string;
  /** A filter or an order always has a value, so it is not announced as required. */
  filters?: boolean;
  ref?: Ref<HTMLSelectElement>;
}

/** A choice among few: the native picker. */
export function Select({ options, placeholder, filters = false, ...props }: SelectProps) {
  const { frame, rest, tied } = useField(props);
  return (
    <Field {...frame}>
      <Native {...rest} {...tied} aria-required={filters ? undefined : tied['aria-required']}>
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
