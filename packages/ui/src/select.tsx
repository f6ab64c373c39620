import { type ChangeEvent, type Ref, type SelectHTMLAttributes, useState } from 'react';
import { styled } from 'styled-components';
import { controlCss, Field, useField, type FieldTexts } from './field.tsx';
import { langOf } from './lang.tsx';
import { hiddenCss } from './visually-hidden.tsx';

const Native = styled.select`
  ${controlCss}
`;

/** A filter in a row of them: its first option says what it filters, so that its label is for screen readers only. */
const Compact = styled.div`
  label {
    ${hiddenCss}
  }
  @media (min-width: 640px) {
    select {
      min-height: 36px;
      padding: 5px 8px;
      font-size: 0.875rem;
      line-height: 1.43;
      text-overflow: ellipsis;
    }
  }
  &[data-on] select {
    border-color: var(--action2-border);
    background: var(--bg-selected);
    color: var(--action2-text);
    font-weight: 600;
  }
`;

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldTexts {
  options: readonly { readonly value: string; readonly label: string }[];
  placeholder?: string;
  /** A filter or an order always has a value, so it is not announced as required. */
  filters?: boolean;
  /** A filter of 36 px without a visible label. */
  compact?: boolean;
  ref?: Ref<HTMLSelectElement>;
}

/**
 * What was chosen of a filter, until its value says it: the address takes a moment, and a second arrow key meanwhile goes on
 * from the first one's choice.
 */
function useHeldChoice({ value, onChange }: Pick<SelectProps, 'value' | 'onChange'>) {
  const [held, setHeld] = useState<{ readonly seen: typeof value; readonly chosen: readonly unknown[] }>();
  if (held && held.seen !== value) {
    const arrived = held.chosen.indexOf(value);
    const chosen = arrived < 0 ? [] : held.chosen.slice(arrived + 1);
    setHeld(chosen.length === 0 ? undefined : { seen: value, chosen });
  }
  return {
    value: held ? (held.chosen.at(-1) as string) : value,
    onChange: (event: ChangeEvent<HTMLSelectElement>) => {
      const next = event.target.value;
      setHeld(next === value ? undefined : { seen: value, chosen: [...(held?.chosen ?? []), next] });
      onChange?.(event);
    },
  };
}

/** A choice among few: the native picker. */
export function Select({ options, placeholder, filters = false, compact = false, ...props }: SelectProps) {
  const held = useHeldChoice(props);
  const { frame, rest, tied } = useField(filters ? { ...props, ...held } : props);
  const field = (
    <Field {...frame}>
      <Native {...rest} {...tied} aria-required={filters ? undefined : tied['aria-required']}>
        {placeholder ? <option value="">{placeholder}</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={langOf(option.label)}>
            {option.label}
          </option>
        ))}
      </Native>
    </Field>
  );
  return compact ? <Compact data-on={placeholder && rest.value ? true : undefined}>{field}</Compact> : field;
}
