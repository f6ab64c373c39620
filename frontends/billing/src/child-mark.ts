import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { childMark, marked } from '@gerbang/web-kit/page/format';

const parentOf = ({ mother_name, father_name, name_from_account: account }: StaffInvoice['parent']) =>
  mother_name ?? father_name ?? (account && marked(account));

/** `putri Laila Fitriani · 00107`: tells the invoices of namesakes apart. */
export const markOfInvoice = ({ child_gender: gender, parent, registration_number: number }: StaffInvoice) =>
  childMark({ gender, number, parent: parentOf(parent) });

/** The same of a confirmation. */
export const markOfConfirmation = ({ child, parent, registration }: Confirmation) =>
  childMark({
    gender: child.gender,
    number: registration.registration_number,
    parent: parentOf(parent),
  });
