import { MISSES_MOST } from '@gerbang/domain/observation-bookings';

/** SQL: whether the school has published slots of the observation for the level and year of a registration. */
export const hasSlots = (
  r: string,
): string => `exists (select from observation_slots s where s.jenjang = ${r}.jenjang
  and s.academic_year = ${r}.academic_year and s.published and s.cancelled_at is null)`;

/** SQL: whether the family of a registration may choose a slot and has none. */
export const waitsForSlot = (
  r: string,
): string => `(${r}.deleted_at is null and ${r}.payment_status = 'verified'
  and ${r}.current_stage in ('registered', 'obs_not_attended')
  and (select count(*) from observation_bookings b where b.registration_id = ${r}.id and b.status = 'absent')
    <= ${MISSES_MOST})`;
