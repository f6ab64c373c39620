import { JENJANG, type Jenjang } from '@gerbang/domain/levels';
import { Select } from '@gerbang/ui/select';
import { FilterRow } from '@gerbang/web-kit/lists/list-filters.tsx';
import type { YearChoice } from '@gerbang/web-kit/lists/year-choice';
import { OneYearSelect } from '@gerbang/web-kit/lists/year-select.tsx';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { seatsCopy as copy } from './seat-pools.copy.ts';

/** The year and the level whose seats are shown. */
export const PoolFilters = ({
  choice,
  jenjang,
  onChoose,
}: {
  choice: YearChoice;
  jenjang: Jenjang | undefined;
  onChoose: (name: 'tahun' | 'jenjang', value: string) => void;
}) => (
  <FilterRow>
    <OneYearSelect choice={choice} onChange={(year) => onChoose('tahun', year)} />
    <Select
      filters
      compact
      label={copy.level}
      value={jenjang ?? ''}
      placeholder={copy.everyLevel}
      options={JENJANG.map((value) => ({ value, label: levelLabel(value) }))}
      onChange={({ target }) => onChoose('jenjang', target.value)}
    />
  </FilterRow>
);
