import { invoiceState } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Jenjang } from '@gerbang/domain/levels';
import type { BankTarget } from '@gerbang/domain/payment-expectations';
import type { PaymentStatus } from '@gerbang/domain/registration-payments';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict, notFound, refusedField } from '@gerbang/service-kit/http/problems';
import { findInvoice } from '../invoices/invoices.repository.ts';
import { noInvoice } from '../invoices/invoices.view.ts';
import { findOwnRegistration } from '../registrations/registrations.repository.ts';
import type { FeeLine } from './payment-expectations.repository.ts';
import { rupiahText } from '../texts.ts';

/** What a family's bill asks for at this moment. */
export interface Bill {
  readonly jenjang: Jenjang;
  /** Of the registration or of the invoice. */
  readonly number: string;
  /** In rupiah; 0 where nothing is owed, or where no event has told the fee yet. */
  readonly owed: number;
  /** A proof waits to be checked, so the money may have been sent. */
  readonly waiting: boolean;
  /** A registration fee is paid whole or not at all. */
  readonly inParts: boolean;
}

/** The registration fee or the invoice of this account's family; 404 alike for another family's and an unknown one. */
export async function findBill(
  db: Db,
  userId: string,
  { kind, id }: { readonly kind: BankTarget; readonly id: string },
  now: Date,
): Promise<Bill> {
  if (kind === 'invoice') {
    const invoice = await findInvoice(db, id, userId);
    if (!invoice) throw noInvoice();
    const state = invoiceState({ ...invoice, amount_paid: invoice.paid_amount }, jakartaDay(now));
    return {
      jenjang: invoice.grade_level,
      number: invoice.invoice_number,
      owed: state.remaining,
      waiting: invoice.waiting,
      inParts: true,
    };
  }
  const registration = await findOwnRegistration(db, userId, id);
  if (!registration) throw notFound('Pendaftaran tidak ditemukan');
  const { jenjang, payment_amount, fee_asked } = registration;
  const status: PaymentStatus = registration.payment_status;
  const owed = status === 'verified' ? (fee_asked ?? 0) : payment_amount;
  const isClosed = registration.current_stage === 'withdrawn' && status !== 'paid';
  return {
    jenjang,
    number: registration.registration_number,
    owed: isClosed ? 0 : owed,
    waiting: status === 'paid',
    inParts: false,
  };
}

/** Several registration fees of this account's family, which go to one account; each is to be paid now. */
export async function findFees(
  db: Db,
  userId: string,
  ids: readonly string[],
  now: Date,
): Promise<{ readonly levels: readonly Jenjang[]; readonly fees: FeeLine[] }> {
  const found: { jenjang: Jenjang; fee: FeeLine }[] = [];
  for (const id of ids.toSorted()) {
    const bill = await findBill(db, userId, { kind: 'registration_fee', id }, now);
    found.push({ jenjang: bill.jenjang, fee: { registration_id: id, amount: amountToAsk(bill) } });
  }
  return { levels: found.map(({ jenjang }) => jenjang), fees: found.map(({ fee }) => fee) };
}

const WAITING = 'Masih ada pembayaran yang menunggu verifikasi.';
const NOTHING = 'Tidak ada yang harus dibayar saat ini.';
const WHOLE = 'Biaya pendaftaran dibayar sekaligus';

/** The rupiah to ask for: 409 where a proof waits or nothing is owed, 422 for an amount that the bill does not take. */
export function amountToAsk({ owed, waiting, inParts }: Bill, amount = owed): number {
  if (waiting) throw conflict('payment_waiting', WAITING);
  if (owed <= 0) throw conflict('nothing_owed', NOTHING);
  if (amount > owed) {
    throw refusedField('amount', 'amount', `Jumlah pembayaran melebihi sisa tagihan (${rupiahText(owed)})`);
  }
  if (!inParts && amount < owed) throw refusedField('amount', 'amount', WHOLE);
  return amount;
}
