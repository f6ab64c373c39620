import type { PaymentExpectation } from '@gerbang/contracts/payment-expectations';

/** What a family is asked to transfer for a bill, `add` rupiah more than it. */
export const anExpectation = (base: number, add: number): PaymentExpectation => ({
  base,
  unique_add: add,
  transfer_amount: base + add,
  reference: 'GB-7K2M9Q',
  account: { key: 'utama', bank_name: 'BSI', account_number: '700 9322 722', owner: 'Yayasan Contoh' },
  expires_at: '2099-03-14T03:12:00.000Z',
});
