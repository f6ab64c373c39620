import type { summarizeStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import type { Db } from '@gerbang/service-kit/database';
import type { z } from 'zod';
import { staffSearch } from './staff-search.ts';

export type StaffFilters = z.output<(typeof summarizeStaffRegistrations)['query']>;

const EXACT = ['payment_status', 'current_stage', 'jenjang', 'academic_year'] as const;

/** Registrations of all families that the filters leave; looks at `registrations` alone, so that counting needs no join. */
export function matching(db: Db, filters: StaffFilters) {
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
  const search = staffSearch(filters.search);
  if (search === null) return rows;
  return rows.andWhere((any) => {
    void any.where((all) => {
      for (const word of search.words) void all.whereRaw('registrations.search_text like lower(?)', [word]);
    });
    if (search.phone !== null) void any.orWhere('registrations.search_text', 'like', search.phone);
  });
}
