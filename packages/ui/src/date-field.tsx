import './aria-strings.tsx';
import { parseDate, type CalendarDate } from '@internationalized/date';
import { type ReactNode, useRef, useState } from 'react';
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { styled } from 'styled-components';
import { controlCss, Field, type FieldTexts, useField } from './field.tsx';

/** The frame around the segments of a day. */
export const Segments = styled(DateInput)`
  ${controlCss}
  display: flex;
  align-items: center;
  max-width: 220px;
  font-feature-settings: 'tnum';
  &[data-focus-within] {
    outline: 3px solid var(--border-focus);
    outline-offset: 2px;
  }
  [data-readonly] > & {
    background: var(--bg-subtle);
    color: var(--text-secondary);
  }
  &[data-invalid] {
    border: 2px solid var(--field-errorBorder);
    padding: 8px 11px;
  }
`;

/** Day, month or year. */
export const Segment = styled(DateSegment)`
  min-width: 24px;
  min-height: 24px;
  padding-inline: 2px;
  border-radius: 4px;
  text-align: center;
  outline: none;
  &[data-type='literal'] {
    min-width: 0;
    padding-inline: 4px;
    color: var(--text-muted);
  }
  &[data-type='year'] {
    min-width: 52px;
  }
  &[data-placeholder] {
    color: var(--text-placeholder);
  }
  &[data-focused] {
    background: var(--action-bg);
    color: var(--action-text);
  }
`;

/** `YYYY-MM-DD` as a calendar date; null for anything else. */
export function dayOf(value: string): CalendarDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(value)) return null;
  try {
    return parseDate(value);
  } catch {
    return null; // 30 February
  }
}

/** Label, error and box of a date field; the error summary links to the box by its id. */
export function DayFrame({
  children,
  onLeave,
  ...frame
}: FieldTexts & { id: string; onLeave: () => void; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <Field {...frame}>
      {/* The first segment takes the focus. */}
      <div
        id={frame.id}
        ref={box}
        tabIndex={-1}
        onFocus={(event) => {
          if (event.target === event.currentTarget)
            box.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
        }}
      >
        <I18nProvider locale="id-ID">{children}</I18nProvider>
      </div>
    </Field>
  );
}

/** The first and the last day that a field takes, with what it says of others: cause and remedy. */
export interface DayBounds {
  readonly first: string;
  readonly last: string;
  readonly early: string;
  readonly late: string;
}

export interface DayProps extends FieldTexts {
  /** Those of the call that takes the day. */
  limits: DayBounds;
  id?: string;
  readOnly?: boolean;
  /** `YYYY-MM-DD`, '' while incomplete. */
  value: string;
  onChange: (day: string) => void;
}

function problemOf({ first, last, early, late }: DayBounds, day: string): string | undefined {
  if (day === '') return undefined;
  if (day < first) return early;
  return day > last ? late : undefined;
}

/**
 * The props of a date field: of its frame, of React Aria's part, and the others. A day outside the limits stays as it was
 * typed, and the field says what is wrong with it once it is left: a year that is being typed begins with 0002.
 */
export function useDay<P extends DayProps>(props: P) {
  const { value, onChange, limits } = props;
  const [left, setLeft] = useState(value);
  const outside = left === value ? problemOf(limits, value) : undefined;
  const { frame, rest, tied } = useField({ ...props, error: outside ?? props.error });
  const [typed, setTyped] = useState(value);
  const day = {
    'aria-label': frame.label,
    'aria-describedby': tied['aria-describedby'],
    granularity: 'day',
    shouldForceLeadingZeros: true,
    isRequired: !frame.optional,
    isReadOnly: props.readOnly ?? false,
    validationBehavior: 'aria',
    // A value from outside wins; a half-typed date stays in the segments.
    value: typed === value ? dayOf(typed) : dayOf(value),
    onChange: (next: CalendarDate | null) => {
      const text = next === null ? '' : next.toString();
      setTyped(text);
      onChange(text);
    },
  } as const;
  return { frame: { ...frame, onLeave: () => setLeft(value) }, rest, day };
}

/**
 * A day that people know by heart, such as a birth date: typed in three segments, never picked.
 * Values are `YYYY-MM-DD`, '' while incomplete.
 */
export function DateField(props: DayProps & { name?: string }) {
  const { frame, day, rest } = useDay(props);
  return (
    <DayFrame {...frame}>
      <AriaDateField {...day} isInvalid={frame.error !== undefined} name={rest.name}>
        <Segments>{(segment) => <Segment segment={segment} />}</Segments>
      </AriaDateField>
    </DayFrame>
  );
}
