import {
  createConfirmation,
  decideConfirmation,
  estimateEnrollmentFees,
  getConfirmationOfRegistration,
  listConfirmations,
  listStaffConfirmations,
} from '@gerbang/contracts/enrollment-confirmations';
import {
  createScheme,
  getSchemeOfConfirmation,
  listInvoicesOfScheme,
} from '@gerbang/contracts/payment-schemes';
import {
  editInvoicePayment,
  getReceipt,
  listInvoicePayments,
  payInvoice,
} from '@gerbang/contracts/invoice-payments';
import {
  getInvoicePdf,
  getInvoicesPdf,
  listOwnInvoices,
  listStaffInvoices,
} from '@gerbang/contracts/invoices';
import { type Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { authorizationSuite, rowCounts, UNKNOWN_ID } from '@gerbang/service-kit/testing/authorization-suite';
import { type Door, openDoor } from './door.ts';
import { billed, finance, payInBooks } from './enrollments.ts';
import { payEnv } from './pay-requests.ts';

const FILE = `/api/files/${UNKNOWN_ID}`;
/** The status of each allowed call for the request below, whose ids nothing has. */
const ALLOWED: Readonly<Record<string, number>> = {
  H10: 200,
  // The school has no drawers.
  H11: 409,
  H12: 404,
  H13: 404,
  H17: 404,
  E01: 200,
  E02: 404,
  E03: 404,
  E04: 200,
  F05: 200,
  F07: 200,
  F08: 200,
  E05: 404,
  E06: 404,
  E07: 404,
  E08: 404,
  E09: 404,
  E10: 404,
  E11: 404,
  E12: 200,
  E13: 200,
  E14: 404,
  E15: 404,
  E16: 200,
  E17: 200,
  E18: 404,
  E19: 404,
  E20: 200,
  E21: 200,
  E22: 200,
  T02: 200,
  T03: 200,
  E27: 200,
  E28: 404,
  E29: 404,
  Q01: 404,
  Q02: 200,
  F14: 200,
  Q03: 404,
  Q04: 404,
  Q05: 404,
  E23: 404,
  R01: 404,
  // Without a key.
  V01: 400,
  V02: 404,
  V03: 404,
  V04: 200,
  F18: 200,
  V05: 200,
  V06: 404,
  V10: 404,
  // Without a month.
  V07: 400,
  V08: 422,
  V09: 404,
  // Without a file.
  R02: 400,
  R03: 200,
  R04: 200,
  R05: 200,
  // Without a key.
  R07: 400,
  R08: 400,
  // Of an account that the school does not have.
  R06: 422,
  R09: 404,
  R10: 200,
  F21: 200,
  R18: 200,
  R11: 400,
  R12: 400,
  R17: 404,
  // Without a month.
  R13: 400,
  R14: 404,
  L17: 400,
  L18: 400,
  L20: 404,
  L19: 404,
  L12: 400,
  L21: 400,
  L14: 400,
  L15: 404,
  L16: 200,
  F17: 200,
  U07: 200,
  F20: 200,
  U24: 200,
  // Without a key.
  U08: 400,
  U09: 404,
  U10: 404,
  U11: 400,
  U12: 404,
  U13: 404,
  U14: 400,
  U15: 400,
  U20: 404,
  U16: 200,
  U17: 404,
  U18: 404,
  U19: 404,
  U23: 404,
};
const PAYMENT = {
  enrollment_invoice_id: UNKNOWN_ID,
  amount_paid: 1000,
  payment_date: '2026-11-20',
  payment_evidence_url: FILE,
};
const BODIES: Readonly<Record<string, unknown>> = {
  V10: { version: 1, reason: 'Uangnya ditolak bank' },
  H11: { float: 0 },
  H12: { counted: 0 },
  E03: { registration_id: UNKNOWN_ID, child_id: UNKNOWN_ID, payment_preference: 'full' },
  E05: { status: 'processed' },
  E06: {
    enrollment_confirmation_id: UNKNOWN_ID,
    registration_id: UNKNOWN_ID,
    child_id: UNKNOWN_ID,
    grade_level: 'SD',
    payment_period: 'Gelombang 1',
    payment_scheme: 'full',
    base_education_fee: 1000,
    payment_deadline: '2029-01-01',
  },
  E09: PAYMENT,
  E10: PAYMENT,
  E11: { amount_paid: 1000 },
  E15: { action: 'verify' },
  R01: { kind: 'invoice', id: UNKNOWN_ID },
  V01: { kind: 'invoice', id: UNKNOWN_ID, channel: 'va' },
  // A day that is still to come.
  V08: { settled_on: '2099-01-01', channel: 'va', fee: 0, net: 1000 },
  V09: { bank_line_id: UNKNOWN_ID },
  R07: { match_ids: [UNKNOWN_ID] },
  R08: { targets: [{ kind: 'invoice', id: UNKNOWN_ID, amount: 1000 }], reason: 'Nama cocok' },
  R06: {
    account_key: 'lain',
    name: 'Bank lain',
    delimiter: ',',
    encoding: 'utf-8',
    skip_rows: 0,
    headers: ['Tanggal', 'Isi', 'Kredit', 'Debit'],
    columns: { date: 0, description: [1], credit: 2, debit: 3 },
    date_format: 'DD/MM/YYYY',
    decimal_sign: '.',
    sample: [['01/03/2027', 'A', '1', '']],
  },
  R09: { reason: 'Bunga tabungan' },
  Q03: { reason: 'Salah nama', version: 1 },
  U08: {
    registration_id: UNKNOWN_ID,
    cause: 'goodwill',
    lines: [{ kind: 'fee', target: UNKNOWN_ID, back: 1000 }],
    reason: 'Kebijakan kepala sekolah',
  },
  U09: { version: 1 },
  U10: { version: 1 },
  U11: { version: 1 },
  U12: { reason: 'Tidak sesuai ketentuan', version: 1 },
  U14: { day: '2026-11-20', proof: FILE, version: 1 },
  U15: { invoice_id: UNKNOWN_ID, version: 1 },
  U17: { bank_code: '014', number: '0123456789', owner: 'Budi Santoso' },
  U18: { text: 'Jumlah ini keliru' },
  U13: { reason: 'Keluarga menarik lagi', version: 1 },
  L12: { reason: 'Masuk ke tagihan kakaknya', cause: 'wrong_target', version: 1 },
  L21: { reason: 'Masuk ke tagihan kakaknya' },
  R11: { kind: 'invoice', id: UNKNOWN_ID, amount: 1000 },
  R12: { note: 'Dikembalikan', returned_on: '2026-11-20' },
  L17: {
    payment_period: 'Gelombang 1',
    payment_scheme: 'full',
    base_education_fee: 1000,
    instalments: [{ amount: 1000, due_date: '2029-01-01' }],
    reason: 'Potongan lupa dihitung',
    version: 1,
  },
  L18: { reason: 'Salah keluarga dipilih' },
  L20: { reason: 'Ditolak tanpa sengaja' },
  L19: { due_date: '2029-01-01', reason: 'Menunggu gajian', version: 1 },
};
const PATH_IDS = ['id', 'registrationId', 'confirmationId', 'schemeId', 'invoiceId', 'paymentId'];
const paramsOf = (id: string) => ({
  ...Object.fromEntries(PATH_IDS.map((name) => [name, id])),
  account: 'utama',
  day: '2027-03-03',
});
const fingerprint = rowCounts([
  'enrollment_confirmations',
  'enrollment_payment_schemes',
  'enrollment_invoices',
  'enrollment_invoice_payments',
  'invoice_ledger',
  'confirmation_events',
  'invoice_payment_events',
  'audit_events',
  'outbox_events',
  'idempotency_keys',
  'payment_expectations',
  'bank_statements',
  'bank_lines',
  'papers',
  'bank_day_closings',
  'bank_matches',
  'unapplied_receipts',
  'surplus_ledger',
  'statement_profiles',
  'money_requests',
  'refunds',
  'refund_events',
  'refund_ledger',
  'due_date_changes',
  'scheme_changes',
]);

authorizationSuite<Caller, Door>(
  {
    service: 'billing',
    allowed: ALLOWED,
    params: { ...paramsOf(UNKNOWN_ID), code: '0'.repeat(26) },
    ids: PATH_IDS,
    bodies: BODIES,
    open: () => openDoor(payEnv()),
    fingerprint,
  },
  ({ door, as }) => {
    test('when a role may not call, then that is said before ids and bodies are looked at', async () => {
      const parent = as('wali_murid');
      expect((await door().call(createScheme, parent, { body: { nonsense: 1 } })).statusCode).toBe(403);
      expect((await door().call(decideConfirmation, parent, { params: { id: 'x' } })).statusCode).toBe(403);
      expect((await door().call(editInvoicePayment, parent, { params: { paymentId: 'x' } })).statusCode).toBe(
        403,
      );
      expect((await door().call(createConfirmation, as('admin'), { body: {} })).statusCode).toBe(403);
    });

    test('when the ids are another family’s, then every call of a parent is the same 404 as for an unknown id', async () => {
      const theirs = await billed(door());
      const payment = await payInBooks(door(), theirs.invoices[0]!, 1000);
      const stranger = as('wali_murid');
      const params = {
        registrationId: theirs.copy.id,
        confirmationId: theirs.confirmation.id,
        schemeId: theirs.scheme.id,
        invoiceId: theirs.invoices[0]!.id,
      };
      const before = await fingerprint(door());
      const asked = [
        [getConfirmationOfRegistration, { params }],
        [estimateEnrollmentFees, { params }],
        [
          createConfirmation,
          {
            body: {
              ...(BODIES.E03 as object),
              registration_id: theirs.copy.id,
              child_id: theirs.copy.child_id,
            },
          },
        ],
        [getSchemeOfConfirmation, { params }],
        [listInvoicesOfScheme, { params }],
        [listInvoicePayments, { params }],
        [payInvoice, { body: { ...PAYMENT, enrollment_invoice_id: theirs.invoices[0]!.id } }],
        [getInvoicePdf, { params: { id: theirs.invoices[0]!.id } }],
        [getInvoicesPdf, { params: { id: theirs.confirmation.id } }],
        [getReceipt, { params: { id: payment } }],
      ] as const;
      for (const [call, options] of asked) {
        const seen = await door().call(call, stranger, options);
        const unknown = await door().call(call, stranger, {
          params: paramsOf(uuidv7()),
          body: BODIES[call.id],
        });
        const { requestId: _one, ...problem } = seen.json();
        const { requestId: _other, ...expected } = unknown.json();
        expect([call.id, seen.statusCode, problem]).toEqual([call.id, 404, expected]);
      }
      expect((await door().call(listConfirmations, stranger)).json()).toEqual([]);
      expect((await door().call(listOwnInvoices, stranger)).json()).toEqual([]);
      expect(await fingerprint(door())).toBe(before);
    });

    test('when a response is read, then it holds no personal number, no login phone and no id of a staff member', async () => {
      const { family, invoices } = await billed(door());
      const staff = await finance(door());
      const texts = await Promise.all([
        door().call(listConfirmations, family),
        door().call(listOwnInvoices, family),
        door().call(listStaffConfirmations, staff),
        door().call(listStaffInvoices, staff),
        door().call(getSchemeOfConfirmation, family, {
          params: { confirmationId: invoices[0]!.enrollment_confirmation_id },
        }),
      ]);
      for (const { body } of texts) {
        expect(body).not.toMatch(/nik|kk_number|ktp|income|login_phone|user_id|decided_by_id|created_by_id/u);
        expect(body).not.toContain(staff.id);
      }
    });
  },
);
