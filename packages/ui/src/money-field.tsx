import type { FocusEventHandler, Ref } from 'react';
import { NumericFormat } from 'react-number-format';
import { styled } from 'styled-components';
import { controlCss, Field, useField, type FieldTexts } from './field.tsx';

const Input = styled(NumericFormat)`
  ${controlCss}
  font-feature-settings: 'tnum';
`;

// The largest amount has 13 digits.
const MOST_DIGITS = 13;

export interface MoneyFieldProps extends FieldTexts {
  id?: string;
  name?: string;
  /** Whole rupiah; null = empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  readOnly?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Whole rupiah: digits only, with points between thousands while typing. */
export function MoneyField({ onChange, ref, ...props }: MoneyFieldProps) {
  const { frame, rest, tied } = useField(props);
  return (
    <Field {...frame}>
      <Input
        {...rest}
        {...tied}
        getInputRef={ref}
        prefix="Rp "
        thousandSeparator="."
        decimalSeparator=","
        decimalScale={0}
        allowNegative={false}
        inputMode="numeric"
        autoComplete="off"
        isAllowed={({ value }) => value.length <= MOST_DIGITS}
        onValueChange={({ floatValue }, { event }) => {
          // Typed values only: the caller knows a value that it has set itself.
          if (event) onChange(floatValue ?? null);
        }}
      />
    </Field>
  );
}
