import type { Actor } from '@gerbang/service-kit/audit/audit';

/** Rows that the jobs of seats and waiting lists write. It is no account and no role to log in with. */
export const SEAT_JOBS: Actor = {
  id: '00000000-0000-4000-8000-000000000701',
  name: null,
  role: 'system',
};

/** Verifies a fee of nothing, and moves a continuing child on: the portal, under the name that histories show. */
export const SYSTEM_WAIVER: Actor = {
  id: '00000000-0000-4000-8000-000000000702',
  name: 'Sistem',
  role: 'it',
};

/** Whether a job wrote a row, not a person. */
export const isSystem = (role: string): boolean => role === SEAT_JOBS.role;
