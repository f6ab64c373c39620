import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { nikWarnings } from '@gerbang/domain/nik';
import { Banner } from '@gerbang/ui/banner';
import { useState } from 'react';
import { useRegions } from '../../family/regions.api.ts';
import { nikCopy as copy } from '../../family/child-form.copy.ts';
import type { ChildValues } from '../../family/child-values.ts';

/** A note where a NIK disagrees with the child's data; it does not prevent saving. */
export function NikNote({ values }: { values: ChildValues }) {
  const provinces = useRegions('provinsi', '');
  const [today] = useState(() => jakartaDay(new Date()));
  const { nik, birth_date, gender } = values;
  const warnings = nikWarnings(
    nik,
    {
      birth_date,
      gender: gender === 'male' || gender === 'female' ? gender : null,
      provinces: provinces.data?.map((province) => province.code) ?? [],
    },
    today,
  );
  return (
    <div role="status">
      {warnings.length > 0 ? (
        <Banner tone="attention">
          {warnings.map((warning) => (
            <p key={warning}>{copy[warning]}</p>
          ))}
          <p>{copy.check}</p>
        </Banner>
      ) : null}
    </div>
  );
}
