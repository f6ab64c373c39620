import type { PublicSchoolNow } from '@gerbang/contracts/school-public';
import { copy } from '../copy.ts';

/** The wave of each level that matters now; hidden without any. */
export function WavesFact({ waves = [] }: Pick<PublicSchoolNow, 'waves'>) {
  return (
    <div data-public-waves="" hidden={waves.length === 0}>
      <dt>{copy.landing.waves}</dt>
      {waves.map(({ label, academic_year, text }) => (
        <dd key={`${label} ${academic_year}`}>
          <b>{label}</b> {academic_year} · {text}
        </dd>
      ))}
    </div>
  );
}
