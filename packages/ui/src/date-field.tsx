import './aria-strings.tsx';
import { parseDate, type CalendarDate } from '@internationalized/date';
import { type ReactNode, useId, useRef, useState } from 'react';
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { styled } from 'styled-components';
import { controlCss, describedBy, Field, type FieldTexts } from './field.tsx';

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
export function DayFrame({ id, texts, children }: { id: string; texts: FieldTexts; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <Field id={id} {...texts}>
      {/* The first segment takes the focus. */}
      <div
        id={id}
        ref={box}
        tabIndex={-1}
        onFocus={(event) => {
          if (event.target === event.currentTarget)
            box.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
        }}
      >
        <I18nProvider locale="id-ID">{children}</I18nProvider>
      </div>
    </Field>
  );
}

/** The value of a date field as `YYYY-MM-DD`, '' while incomplete. */
export function useDay(value: string, onChange: (day: string) => void) {
  const [typed, setTyped] = useState(value);
  return {
    // A value from outside wins; a half-typed date stays in the segments.
    value: typed === value ? dayOf(typed) : dayOf(value),
    onChange: (day: CalendarDate | null) => {
      const next = day === null ? '' : day.toString();
      setTyped(next);
      onChange(next);
    },
  };
}

/**
 * A day that people know by heart, such as a birth date: typed in three segments, never picked.
 * Values are `YYYY-MM-DD`, '' while incomplete.
 */
export function DateField({
  label,
  hint,
  error,
  optional,
  id,
  name,
  value,
  onChange,
}: FieldTexts & { id?: string; name?: string; value: string; onChange: (day: string) => void }) {
  const made = useId();
  const own = id ?? made;
  const texts = { label, hint, error, optional };
  const day = useDay(value, onChange);
  return (
    <DayFrame id={own} texts={texts}>
      <AriaDateField
        aria-label={label}
        aria-describedby={describedBy(own, texts)}
        granularity="day"
        shouldForceLeadingZeros
        isRequired={!optional}
        validationBehavior="aria"
        isInvalid={error !== undefined}
        name={name}
        {...day}
      >
        <Segments>{(segment) => <Segment segment={segment} />}</Segments>
      </AriaDateField>
    </DayFrame>
  );
}
