import { Fieldset } from '@gerbang/ui/form-section';
import { FIELD_LABELS } from '@gerbang/domain/school-parts';
import { ANY_DAY } from '@gerbang/domain/day-limits';
import { Select } from '@gerbang/ui/select';
import { Problem } from '@gerbang/ui/field';
import { DateField } from '@gerbang/ui/date-field';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Row } from '@gerbang/ui/layout';
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

/** The id of the field at a path, to which the summary of errors links. */
export const fieldId = (path: string) => `setup-${path}`;

const LABELS: Readonly<Record<string, string>> = FIELD_LABELS;

interface FieldProps {
  path: string;
  /** The name of the setting where absent. */
  label?: string;
  hint?: ReactNode;
  optional?: boolean;
}

/** What every field of the set-up needs (`frame`), and what stands at its path. */
function useField({ path, label = LABELS[path] ?? '', hint, optional = false }: FieldProps) {
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
  const { frame, value, put } = useField({ optional: true, ...props });
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

/** A day at a path. */
export function Day(props: FieldProps) {
  const { frame, value, put } = useField(props);
  return <DateField {...frame} limits={ANY_DAY} value={textOf(value)} onChange={put} />;
}

/** One of a few values at a path. */
export function Choice({
  options,
  placeholder,
  ...props
}: FieldProps & {
  options: readonly { readonly value: string; readonly label: string }[];
  placeholder?: string;
}) {
  const { frame, value, put } = useField(props);
  const { readOnly, ...field } = frame;
  return (
    <Select
      {...field}
      disabled={readOnly}
      placeholder={placeholder}
      options={options}
      value={options.some((option) => option.value === value) ? textOf(value) : ''}
      onChange={({ target }) => put(target.value)}
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

/** Fields under one name. */
export const Group = styled(Fieldset)`
  display: grid;
  gap: 8px;
  legend {
    margin-block-end: 8px;
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
    <Group id={frame.id} tabIndex={-1}>
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
      {frame.error ? <Problem>{frame.error}</Problem> : null}
    </Group>
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
