import { getPublicSchool } from '@gerbang/contracts/school-public';
import { call, type CallOutput } from '@gerbang/web-kit/api/client';
import { useEffect, useState } from 'react';
import { copy } from '../copy.ts';

type Waves = NonNullable<CallOutput<typeof getPublicSchool>['waves']>;

/**
 * The wave of each level that matters now; hidden without any. They change by the minute, so the page does not carry them: a
 * script of the first paint reads them where the program has not begun (packages/first-paint).
 */
export function WavesFact() {
  const [waves, setWaves] = useState<Waves>([]);
  useEffect(() => {
    const left = new AbortController();
    call(getPublicSchool, { signal: left.signal }).then(
      (school) => setWaves(school.waves ?? []),
      // The page is whole without them.
      () => undefined,
    );
    return () => left.abort();
  }, []);
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
