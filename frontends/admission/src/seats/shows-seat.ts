import type { RegistrationRow } from '@gerbang/contracts/registrations';

/** Whether a registration has a seat or a place on the waiting list to show, or had a seat that was released. */
export const showsSeat = ({ seat_kind, current_stage }: RegistrationRow): boolean =>
  seat_kind !== undefined || current_stage === 'released';
