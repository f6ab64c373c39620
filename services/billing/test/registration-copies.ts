import type { EventPayload } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';

export type Copy = EventPayload<'registration.changed'>;

/** Admission's event about a registration that waits for its result. */
export const copyOfRegistration = (change: Partial<Copy> = {}): Copy => ({
  id: uuidv7(),
  version: 1,
  deleted: false,
  user_id: uuidv7(),
  parent_id: uuidv7(),
  child_id: uuidv7(),
  child_name: 'Aisyah',
  child_nick_name: null,
  child_gender: null,
  father_name: null,
  mother_name: null,
  father_phone: null,
  mother_phone: null,
  contact_phone: null,
  login_phone: null,
  registration_number: `PSB-2026-SD-${uuidv7()}`,
  jenjang: 'SD',
  kelas: '1',
  academic_year: '2026/2027',
  current_stage: 'waiting_announcement',
  payment_status: 'verified',
  payment_amount: 350_000,
  payment_proof_at: null,
  payment_proof_id: null,
  payment_verified_at: null,
  seat: null,
  documents_complete: { observation: true, re_enrolment: true },
  family_id: null,
  ...change,
});
