import type { ChildRow } from '@gerbang/contracts/children';
import type { SchoolConfig } from '@gerbang/contracts/school';
import { ageNote } from '@gerbang/domain/level-ages';
import { Banner } from '@gerbang/ui/banner';
import { registrationFormCopy as copy } from './registrations.copy.ts';

/** That the child is younger or older than the school suggests for the level; the family may register all the same. */
export function AgeNote({
  child,
  level,
  year,
}: {
  child: Pick<ChildRow, 'birth_date'> | undefined;
  level: SchoolConfig['levels'][number] | undefined;
  year: string;
}) {
  const note = child && level && year ? ageNote(level, child.birth_date, year) : null;
  return note === null ? null : (
    <Banner tone="attention" role="status">
      <p>{note}.</p>
      <p>{copy.ageMayGoOn}</p>
    </Banner>
  );
}
