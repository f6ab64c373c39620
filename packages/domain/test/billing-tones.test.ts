import { confirmationTone, invoiceTone, verificationTone } from '../src/billing-tones.ts';
import { CONFIRMATION_STATUSES } from '../src/enrollment-confirmations.ts';
import { VERIFICATION_STATUSES } from '../src/invoice-payments.ts';
import { INVOICE_STATUSES } from '../src/invoices.ts';

test.each([
  ['parent', ['info', 'info', 'info', 'success', 'attention'], ['info', 'success', 'danger', 'neutral']],
  [
    'staff',
    ['attention', 'attention', 'info', 'success', 'danger'],
    ['attention', 'success', 'danger', 'neutral'],
  ],
] as const)('when %s looks, then attention is what they must act on', (viewer, confirmations, payments) => {
  expect(CONFIRMATION_STATUSES.map((one) => confirmationTone(one, viewer))).toEqual(confirmations);
  expect(VERIFICATION_STATUSES.map((one) => verificationTone(one, viewer))).toEqual(payments);
  expect(confirmationTone(null, viewer)).toBe('neutral');
});

test('when an invoice is looked at, then late and rejected are danger, paid is success', () => {
  expect(INVOICE_STATUSES.map((one) => [invoiceTone(one, 'parent'), invoiceTone(one, 'staff')])).toEqual([
    ['neutral', 'neutral'],
    ['attention', 'info'],
    ['info', 'attention'],
    ['success', 'success'],
    ['danger', 'danger'],
    ['danger', 'danger'],
    ['neutral', 'neutral'],
  ]);
});
