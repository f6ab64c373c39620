import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { anInvoice } from './samples.ts';

/** An invoice as staff see it, with a payment that waits. */
export function aStaffInvoice(changes: Partial<StaffInvoice> = {}): StaffInvoice {
  return {
    ...anInvoice(),
    registration_number: 'PSB-2026-SD-00042',
    academic_year: '2026/2027',
    child_gender: 'female',
    parent: {
      father_name: 'Ahmad Fauzi',
      mother_name: 'Rahma Aulia',
      contact_phone: '+6281234567890',
      name_from_account: null,
      phone_from_account: null,
    },
    waiting_payment: null,
    ...changes,
  };
}
