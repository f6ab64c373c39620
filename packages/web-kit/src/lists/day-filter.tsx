import { type DayLimits, dayProblem } from '@gerbang/domain/day-range';
import { DatePicker } from '@gerbang/ui/date-picker';
import { useState } from 'react';

/** A day to filter by. One outside the limits stays in the field with its message and filters nothing. */
export function DayFilter({
  label,
  limits,
  value,
  onChange,
}: {
  label: string;
  limits: DayLimits;
  value: string;
  onChange: (day: string) => void;
}) {
  // What is held back belongs to the value that it was typed over: a filter that is cleared clears it too.
  const [held, setHeld] = useState({ day: value, over: value });
  return (
    <DatePicker
      optional
      label={label}
      limits={limits}
      value={held.over === value ? held.day : value}
      onChange={(day) => {
        const isOutside = day !== '' && dayProblem(limits, day) !== null;
        setHeld({ day, over: isOutside ? value : day });
        if (!isOutside) onChange(day);
      }}
    />
  );
}
