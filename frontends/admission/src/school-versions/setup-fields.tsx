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

function useAt(path: string) {
  const { form, readOnly } = useSetup();
  return {
    id: fieldId(path),
    error: form.errors[path],
    value: valueAt(form.settings, path),
    put: (value: unknown) => form.put(path, value),
    readOnly,
  };
}

interface LineProps {
  path: string;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
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
export function Line({
  path,
  label,
  hint,
  optional,
  max,
  nullable,
  digits,
  type,
  fixed,
  blank,
  tidy,
}: LineProps) {
  const { id, error, value, put, readOnly } = useAt(path);
  return (
    <TextField
      id={id}
      label={label}
      hint={hint}
      error={error}
      optional={optional ?? false}
      maxLength={max}
      autoComplete="off"
      type={type ?? 'text'}
      inputMode={digits ? 'numeric' : undefined}
      readOnly={readOnly || fixed}
      value={typeof value === 'string' && value !== blank ? value : ''}
      onChange={({ target }) => put(nullable && target.value === '' ? null : target.value)}
      onBlur={({ target }) => {
        if (tidy && !readOnly && target.value !== '') put(tidy(target.value));
      }}
    />
  );
}

/** Several lines of text at a path. */
export function Lines({
  path,
  label,
  hint,
  max,
}: {
  path: string;
  label: string;
  hint?: string;
  max: number;
}) {
  const { id, error, value, put, readOnly } = useAt(path);
  return (
    <TextArea
      id={id}
      label={label}
      hint={hint}
      error={error}
      optional
      maxLength={max}
      readOnly={readOnly}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => put(target.value)}
    />
  );
}

/** Whole rupiah at a path. */
export function Money({ path, label, hint }: { path: string; label: string; hint?: string }) {
  const { id, error, value, put, readOnly } = useAt(path);
  return (
    <MoneyField
      id={id}
      label={label}
      hint={hint}
      error={error}
      readOnly={readOnly}
      value={typeof value === 'number' ? value : null}
      onChange={(amount) => put(amount ?? 0)}
    />
  );
}

/** A whole number at a path; null = empty. */
export function Whole({ path, label, hint }: { path: string; label: string; hint?: string }) {
  const { id, error, value, put, readOnly } = useAt(path);
  return (
    <TextField
      id={id}
      label={label}
      hint={hint}
      error={error}
      optional
      autoComplete="off"
      inputMode="numeric"
      maxLength={3}
      readOnly={readOnly}
      value={typeof value === 'number' ? String(value) : ''}
      onChange={({ target }) => {
        const digits = target.value.replace(/\D/gu, '');
        put(digits === '' ? null : Number(digits));
      }}
    />
  );
}

/** Yes or no at a path. */
export function Tick({ path, label, fixed = false }: { path: string; label: string; fixed?: boolean }) {
  const { id, value, put, readOnly } = useAt(path);
  return (
    <Checkbox
      id={id}
      label={label}
      disabled={readOnly || fixed}
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

/** Check boxes that belong together. */
function Group({
  id,
  label,
  error,
  children,
}: {
  id: string;
  label: string;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <Fieldset id={id} tabIndex={-1}>
      <legend>{label}</legend>
      <Row $gap={4} $apart={20}>
        {children}
      </Row>
      {error ? <Problem $small>{error}</Problem> : null}
    </Fieldset>
  );
}

/** Which of a few values stand in the list at a path. */
export function Ticks({
  path,
  label,
  options,
}: {
  path: string;
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
}) {
  const { id, error, value, put, readOnly } = useAt(path);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <Group id={id} label={label} error={error}>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          disabled={readOnly}
          checked={chosen.includes(option.value)}
          onChange={({ target }) =>
            put(
              options
                .map((one) => one.value)
                .filter((one) => (one === option.value ? target.checked : chosen.includes(one))),
            )
          }
        />
      ))}
    </Group>
  );
}

/** Words with commas between, kept as a list; the text is split when the field is left. */
export function Words({
  path,
  label,
  hint,
  optional,
}: {
  path: string;
  label: string;
  hint?: string;
  optional?: boolean;
}) {
  const { id, error, value, put, readOnly } = useAt(path);
  const { form } = useSetup();
  const [typed, setTyped] = useState<string | null>(null);
  const inside = Object.entries(form.errors).find(([key]) => key.startsWith(`${path}.`))?.[1];
  return (
    <TextField
      id={id}
      label={label}
      hint={hint}
      error={error ?? inside}
      optional={optional ?? false}
      autoComplete="off"
      readOnly={readOnly}
      value={typed ?? (Array.isArray(value) ? value.join(', ') : '')}
      onChange={({ target }) => {
        setTyped(target.value);
        put(
          target.value
            .split(',')
            .map((word) => word.trim())
            .filter(Boolean),
        );
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
