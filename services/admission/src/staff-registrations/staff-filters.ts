import type { summarizeStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { JENJANG } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import { textSearch } from '@gerbang/service-kit/data/text-search';
import type { z } from 'zod';

export type StaffFilters = z.output<(typeof summarizeStaffRegistrations)['query']>;

const EXACT = ['payment_status', 'current_stage', 'jenjang', 'academic_year'] as const;

/** A search for nothing but a level is that level: an index and the kept counts answer it, not a look into every text. */
export function settled(filters: StaffFilters): StaffFilters {
  const level = JENJANG.find((one) => one === filters.search?.trim().toUpperCase());
  if (level === undefined || filters.jenjang !== undefined) return filters;
  const { search: _search, ...others } = filters;
  return { ...others, jenjang: level };
}

/** Registrations of all families that the filters leave; looks at `registrations` alone, so that counting needs no join. */
export function matching(db: Db, wanted: StaffFilters) {
  const filters = settled(wanted);
  const rows = db('registrations').whereNull('registrations.deleted_at');
  for (const field of EXACT) {
    const value = filters[field];
    if (value !== undefined) void rows.where(`registrations.${field}`, value);
  }
  if (filters.observation_until !== undefined) {
    void rows
      .where('registrations.current_stage', 'obs_scheduled')
      .where('registrations.observation_date', '<=', filters.observation_until);
  }
  const search = textSearch(filters.search, 'registrations.search_text');
  return search === null ? rows : rows.andWhere(search);
}
