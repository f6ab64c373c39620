import { Checkbox } from '@gerbang/ui/checkbox';
import { Row, Text } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { styled } from 'styled-components';
import type { SetupForm } from './use-setup-form.ts';
import { valueAt } from './settings-values.ts';

interface Fields {
  readonly form: SetupForm;
  readonly readOnly: boolean;
}

const Shared = createContext<Fields | null>(null);

/** The fields of a part: what is typed, and whether the user may change it. */
export function SetupFields({ children, ...fields }: Fields & { children: ReactNode }) {
  return <Shared value={fields}>{children}</Shared>;
}

/** What is typed, for the parts that draw lists. */
export function useSetup(): Fields {
  const fields = useContext(Shared);
  if (!fields) throw new Error('a field of the set-up stands outside of SetupFields');
  return fields;
}

/** Short fields beside each other where there is room. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(220px, 100%), 1fr));
  gap: 20px 16px;
  align-items: start;
`;

/** The id of the field at a path, to which the summary of errors links. */
export const fieldId = (path: string) => `setup-${path}`;

interface FieldProps {
  path: string;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
}

/** What every field of the set-up needs (`frame`), and what stands at its path. */
function useField({ path, label, hint, optional = false }: FieldProps) {
  const { form, readOnly } = useSetup();
  return {
    frame: { id: fieldId(path), label, hint, error: form.errors[path], optional, readOnly },
    value: valueAt(form.settings, path),
    put: (value: unknown) => form.put(path, value),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

interface LineProps extends FieldProps {
  max?: number;
  /** An empty field is null, not ''. */
  nullable?: boolean;
  digits?: boolean;
  type?: 'text' | 'time' | 'tel';
  fixed?: boolean;
  /** The stored value that stands for nothing typed yet. */
  blank?: string;
  /** Brings what was typed into the form in which it is stored, when the field is left. */
  tidy?: (typed: string) => string;
}

/** A line of text at a path. */
export function Line({ max, nullable, digits, type = 'text', fixed, blank, tidy, ...props }: LineProps) {
  const { frame, value, put } = useField(props);
  return (
    <TextField
      {...frame}
      maxLength={max}
      autoComplete="off"
      type={type}
      inputMode={digits ? 'numeric' : undefined}
      readOnly={frame.readOnly || fixed}
      value={value === blank ? '' : textOf(value)}
      onChange={({ target }) => put(nullable && target.value === '' ? null : target.value)}
      onBlur={({ target }) => {
        if (tidy && !frame.readOnly && target.value !== '') put(tidy(target.value));
      }}
    />
  );
}

/** Several lines of text at a path. */
export function Lines({ max, ...props }: FieldProps & { max: number }) {
  const { frame, value, put } = useField({ ...props, optional: true });
  return (
    <TextArea {...frame} maxLength={max} value={textOf(value)} onChange={({ target }) => put(target.value)} />
  );
}

/** Whole rupiah at a path. */
export function Money(props: FieldProps) {
  const { frame, value, put } = useField(props);
  return (
    <MoneyField
      {...frame}
      value={typeof value === 'number' ? value : null}
      onChange={(amount) => put(amount ?? 0)}
    />
  );
}

/** A whole number at a path; null = empty. */
export function Whole({ most = 999, optional = true, ...props }: FieldProps & { most?: number }) {
  const { frame, value, put } = useField({ ...props, optional });
  return (
    <TextField
      {...frame}
      autoComplete="off"
      inputMode="numeric"
      maxLength={String(most).length}
      value={typeof value === 'number' ? String(value) : ''}
      onChange={({ target }) => {
        const digits = target.value.replace(/\D/gu, '');
        put(digits === '' ? null : Number(digits));
      }}
    />
  );
}

/** Yes or no at a path. */
export function Tick({ fixed = false, ...props }: FieldProps & { fixed?: boolean }) {
  const { frame, value, put } = useField(props);
  return (
    <Checkbox
      id={frame.id}
      label={frame.label}
      disabled={frame.readOnly || fixed}
      checked={value === true}
      onChange={({ target }) => put(target.checked)}
    />
  );
}

const Problem = styled(Text)`
  font-weight: 550;
  color: var(--text-error);
`;

/** Fields under one name. */
export const Fieldset = styled.fieldset`
  display: grid;
  gap: 8px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    padding: 0;
    margin-block-end: 8px;
    font-weight: 600;
  }
`;

/** Which of a few values stand in the list at a path. */
export function Ticks({
  options,
  ...props
}: FieldProps & { options: readonly { readonly value: string; readonly label: string }[] }) {
  const { frame, value, put } = useField(props);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  /** In the order of the options, whatever was ticked first. */
  const withTick = (one: string, isTicked: boolean) =>
    options.map((option) => option.value).filter((each) => (each === one ? isTicked : chosen.includes(each)));
  return (
    <Fieldset id={frame.id} tabIndex={-1}>
      <legend>{frame.label}</legend>
      <Row $gap={4} $apart={20}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            disabled={frame.readOnly}
            checked={chosen.includes(option.value)}
            onChange={({ target }) => put(withTick(option.value, target.checked))}
          />
        ))}
      </Row>
      {frame.error ? <Problem $small>{frame.error}</Problem> : null}
    </Fieldset>
  );
}

const wordsOf = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** Words with commas between, kept as a list; the text is split when the field is left. */
export function Words(props: FieldProps) {
  const { frame, value, put } = useField(props);
  const { form } = useSetup();
  const [typed, setTyped] = useState<string | null>(null);
  const inside = Object.entries(form.errors).find(([key]) => key.startsWith(`${props.path}.`))?.[1];
  return (
    <TextField
      {...frame}
      error={frame.error ?? inside}
      autoComplete="off"
      value={typed ?? (Array.isArray(value) ? value.join(', ') : '')}
      onChange={({ target }) => {
        setTyped(target.value);
        put(wordsOf(target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
