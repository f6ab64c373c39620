import { Select } from '@gerbang/ui/select';
import { EVERY_YEAR, type YearChoice } from './year-choice.ts';

interface Chooser {
  readonly choice: YearChoice;
  /** Takes the choice into the address: a year, or 'semua'. */
  readonly onChange: (choice: string) => void;
  /** With a visible label, among fields that have theirs. */
  readonly wide?: boolean;
}

const select = (
  { choice: { labels, keep }, onChange, wide = false }: Chooser,
  value: string,
  every: readonly string[],
) => (
  <Select
    filters
    compact={!wide}
    label="Tahun ajaran"
    value={value}
    options={[...every, ...labels].map((one) => ({
      value: one,
      label: one === EVERY_YEAR ? 'Semua tahun' : one,
    }))}
    onChange={({ target }) => {
      keep(target.value);
      onChange(target.value);
    }}
  />
);

/** The choice of a year, or of all, in the head of a page. */
export const YearSelect = (chooser: Chooser) =>
  select(chooser, chooser.choice.year === null ? EVERY_YEAR : (chooser.choice.year ?? ''), [EVERY_YEAR]);

/** The same for a page that shows one year at a time. */
export const OneYearSelect = (chooser: Chooser) => select(chooser, chooser.choice.one, []);
