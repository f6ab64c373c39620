import { getPublicSchool, type PublicSchoolNow } from '@gerbang/contracts/school-public';
import { call } from '@gerbang/web-kit/api/client';
import { useEffect, useState } from 'react';

/**
 * What the school says of itself: it changes by the minute, so the page does not carry it. A script of the first paint reads
 * it where the program has not begun (packages/first-paint). Nothing until it is there; the page is whole without it.
 */
export function usePublicSchool(): Partial<PublicSchoolNow> {
  const [school, setSchool] = useState<Partial<PublicSchoolNow>>({});
  useEffect(() => {
    const left = new AbortController();
    call(getPublicSchool, { signal: left.signal }).then(setSchool, () => undefined);
    return () => left.abort();
  }, []);
  return school;
}
