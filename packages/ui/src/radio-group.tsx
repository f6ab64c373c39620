import { TriangleAlert } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { css, styled } from 'styled-components';
import { describedBy, type FieldTexts, Hint, Optional } from './field.tsx';

const Group = styled.fieldset`
  display: grid;
  gap: 6px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

const Legend = styled.legend`
  padding: 0;
  margin-block-end: 6px;
  font-weight: 600;
`;

const Problem = styled.p`
  display: flex;
  gap: 6px;
  font-size: 0.875rem;
  line-height: 1.43;
  font-weight: 550;
  color: var(--text-error);
`;

const columnsCss = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9.25rem, 1fr));
`;

const Options = styled.div<{ $cards: boolean; $columns: boolean }>`
  display: flex;
  flex-wrap: wrap;
  gap: ${(props) => (props.$cards ? '12px' : '4px 24px')};
  ${(props) => (props.$columns ? columnsCss : null)}
`;

const cardCss = css`
  flex: 1 1 220px;
  padding: 12px 16px;
  border: 1px solid var(--border-control);
  border-radius: 14px;
  background: var(--bg-surface);
  &:has(:checked) {
    border: 2px solid var(--action2-border);
    padding: 11px 15px;
    background: var(--bg-selected);
  }
`;

const Option = styled.label<{ $cards: boolean }>`
  display: flex;
  gap: 12px;
  align-items: ${(props) => (props.$cards ? 'start' : 'center')};
  min-height: 44px;
  cursor: pointer;
  ${(props) => (props.$cards ? cardCss : null)}
  input {
    flex: none;
    width: 20px;
    height: 20px;
    margin: ${(props) => (props.$cards ? '2px 0 0' : '0')};
    accent-color: var(--action-bg);
  }
`;

const Words = styled.span`
  display: grid;
  gap: 2px;
  strong {
    font-weight: 600;
  }
  small {
    font-size: 0.875rem;
    line-height: 1.43;
    color: var(--text-secondary);
  }
`;

export interface RadioOption {
  readonly value: string;
  readonly label: string;
  readonly description?: ReactNode;
}

export interface RadioGroupProps extends InputHTMLAttributes<HTMLInputElement>, FieldTexts {
  options: readonly RadioOption[];
  ref?: Ref<HTMLInputElement>;
}

function Radios({
  label,
  hint,
  error,
  optional,
  id,
  options,
  value,
  cards,
  columns = false,
  ...rest
}: RadioGroupProps & { cards: boolean; columns?: boolean }) {
  const made = useId();
  const own = id ?? made;
  const controlled = value === undefined ? undefined : String(value);
  return (
    <Group
      role="radiogroup"
      aria-required={!optional}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(own, { label, hint, error })}
    >
      <Legend>
        {label}
        {optional ? <Optional> (opsional)</Optional> : null}
      </Legend>
      {hint ? <Hint id={`${own}-hint`}>{hint}</Hint> : null}
      <Options $cards={cards} $columns={columns}>
        {options.map((option, index) => (
          <Option key={option.value} $cards={cards}>
            <input
              {...rest}
              type="radio"
              // The first one has the group's id, which the error summary links to.
              id={index === 0 ? own : `${own}-${index}`}
              value={option.value}
              checked={controlled === undefined ? undefined : controlled === option.value}
              aria-describedby={error ? `${own}-error` : undefined}
            />
            <Words>
              {option.description ? <strong>{option.label}</strong> : option.label}
              {option.description ? <small>{option.description}</small> : null}
            </Words>
          </Option>
        ))}
      </Options>
      {error ? (
        <Problem id={`${own}-error`}>
          <TriangleAlert size={16} aria-hidden="true" />
          {error}
        </Problem>
      ) : null}
    </Group>
  );
}

/**
 * A choice among a few that are all visible: native radio buttons in a fieldset. Takes `register` as it is; with `columns` more
 * than three stand below each other.
 */
export function RadioGroup(props: RadioGroupProps & { columns?: boolean }) {
  return <Radios {...props} cards={false} />;
}

/** The same as cards with a sentence each. */
export function RadioCards(props: RadioGroupProps) {
  return <Radios {...props} cards />;
}
