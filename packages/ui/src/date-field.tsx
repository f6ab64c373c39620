import './aria-strings.tsx';
import { parseDate, type CalendarDate } from '@internationalized/date';
import { useId, useRef, useState } from 'react';
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

/** `YYYY-MM-DD` as the field's own kind of day; null for anything else. */
export function dayOf(value: string): CalendarDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(value)) return null;
  try {
    return parseDate(value);
  } catch {
    return null; // 30 February
  }
}

/**
 * A day that people know by heart, typed in three segments day/month/year, never picked (ux, "Birth date typed").
 * `value` and `onChange` speak `YYYY-MM-DD`; '' while it is not complete.
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
  const box = useRef<HTMLDivElement>(null);
  const texts = { label, hint, error, optional };
  const [typed, setTyped] = useState(value);
  // What comes from outside wins; what was typed to the half stays in the segments.
  const shown = typed === value ? dayOf(typed) : dayOf(value);
  return (
    <Field id={own} {...texts}>
      {/* The error summary leads here by id; the first segment takes the focus. */}
      <div
        id={own}
        ref={box}
        tabIndex={-1}
        onFocus={(event) => {
          if (event.target === event.currentTarget)
            box.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
        }}
      >
        <I18nProvider locale="id-ID">
          <AriaDateField
            aria-label={label}
            aria-describedby={describedBy(own, texts)}
            granularity="day"
            shouldForceLeadingZeros
            isRequired={!optional}
            validationBehavior="aria"
            isInvalid={error !== undefined}
            name={name}
            value={shown}
            onChange={(day) => {
              const next = day === null ? '' : day.toString();
              setTyped(next);
              onChange(next);
            }}
          >
            <Segments>{(segment) => <Segment segment={segment} />}</Segments>
          </AriaDateField>
        </I18nProvider>
      </div>
    </Field>
  );
}
