import { FilterRow } from '@gerbang/web-kit/lists/list-filters.tsx';
import { useYearChoice } from '@gerbang/web-kit/lists/year-choice';
import { YearSelect } from '@gerbang/web-kit/lists/year-select.tsx';
import { useEffect, useState } from 'react';

/** The year whose students are shown beside those of the draft; null = all. It is told as soon as it is known. */
export function StudentYear({ onYear }: { onYear: (year: string | null) => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const choice = useYearChoice(chosen);
  const { year } = choice;
  useEffect(() => {
    if (year !== undefined) onYear(year);
  }, [year, onYear]);
  return (
    <FilterRow>
      <YearSelect choice={choice} onChange={setChosen} />
    </FilterRow>
  );
}
