import { monthText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Select } from '@gerbang/ui/select';
import { useAddressParams } from '@gerbang/web-kit/lists/use-address-params';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';

const MONTHS_BACK = 18;

/** Room for the longest month, which a narrow filter would cut. */
const Whole = styled.div`
  min-width: 192px;
  @media (min-width: 640px) {
    min-width: 160px;
  }
`;

/** The present month and those before it, as `YYYY-MM`. */
function monthsUntil(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: MONTHS_BACK }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** The month (`YYYY-MM`) in the address, and the field that chooses it. */
export function useMonth(label: string): { readonly month: string; readonly picker: ReactNode } {
  const { params, write } = useAddressParams();
  const [months] = useState(() => monthsUntil(jakartaDay(new Date())));
  const given = params.get('bulan') ?? '';
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/u.test(given) ? given : (months[0] ?? '');
  const offered = months.includes(month) ? months : [...months, month];
  return {
    month,
    picker: (
      <Whole>
        <Select
          filters
          compact
          label={label}
          value={month}
          options={offered.map((value) => ({ value, label: monthText(value) }))}
          onChange={({ target }) => write({ bulan: target.value })}
        />
      </Whole>
    ),
  };
}
