import { rupiahOf } from './rupiah-of.ts';
import { type ClipboardEvent, type FocusEventHandler, type Ref, useState } from 'react';
import { NumericFormat } from 'react-number-format';
import { styled } from 'styled-components';
import { controlCss, Field, useField, type FieldTexts } from './field.tsx';

const Input = styled(NumericFormat)`
  ${controlCss}
  font-feature-settings: 'tnum';
`;

// The largest amount has 13 digits.
const MOST_DIGITS = 13;
const DOUBTFUL = 'Jumlah yang ditempel tidak jelas. Ketik dalam rupiah penuh, misalnya 1.500.000.';

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

/**
 * Whole rupiah: digits only, with points between thousands while typing. A pasted amount is read as its writer meant it; one that
 * may mean another sum is not taken, and the field says so.
 */
export function MoneyField({ onChange, ref, ...props }: MoneyFieldProps) {
  const [isDoubtful, setDoubtful] = useState(false);
  const { frame, rest, tied } = useField({ ...props, error: isDoubtful ? DOUBTFUL : props.error });
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    if (props.readOnly) return;
    event.preventDefault();
    const amount = rupiahOf(event.clipboardData.getData('text'));
    setDoubtful(amount === null);
    if (amount !== null) onChange(amount);
  };
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
        onPaste={paste}
        isAllowed={({ value }) => value.length <= MOST_DIGITS}
        onValueChange={({ floatValue }, { event }) => {
          // Typed values only: the caller knows a value that it has set itself.
          if (!event) return;
          setDoubtful(false);
          onChange(floatValue ?? null);
        }}
      />
    </Field>
  );
}
