import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_KINDS } from '@gerbang/contracts/message-kinds';
import { createChild } from '@gerbang/contracts/children';
import { eventSchemas } from '@gerbang/contracts/events';
import { updateParent } from '@gerbang/contracts/parents';
import { createRegistration } from '@gerbang/contracts/registrations';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { listStaffInvoices } from '@gerbang/contracts/invoices';
import { updateUser } from '@gerbang/contracts/users';
import { ANNOUNCEMENT_STATUSES, SKIP_REASONS } from '@gerbang/domain/announcements';
import { LINE_STATUSES } from '@gerbang/domain/bank-lines';
import { CONFIRMATION_STATUSES, ENROLLMENT_STATUSES } from '@gerbang/domain/enrollment-confirmations';
import { VERIFICATION_STATUSES } from '@gerbang/domain/invoice-payments';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { ROLES } from '@gerbang/domain/roles';
import { detailLines } from './audit-words.ts';
import { actionsOf, type AreaName } from './audit.copy.ts';
import { fieldLabel } from './audit-fields.copy.ts';
import { valueLabel } from './audit-labels.copy.ts';

const ROOT = join(__dirname, '../../../..');
/** The trails and the services that write them. */
const WRITERS: Readonly<Record<AreaName, string>> = {
  penerimaan: 'admission',
  akun: 'auth',
  pengumuman: 'announcement',
  tagihan: 'billing',
  pesan: 'notification',
};
const AREAS = Object.keys(WRITERS) as AreaName[];

function sourcesOf(service: string): { file: string; text: string }[] {
  const folder = join(ROOT, 'services', service, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}

/** The text between a brace and the one that closes it. */
function blockAt(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(open + 1, at);
  }
  throw new Error(`an open brace: ${text.slice(open, open + 60)}`);
}

/** The objects that become details of the trail; those of a refused call are no part of it. */
function detailsIn(text: string): string[] {
  return [...text.matchAll(/\bdetails(?:: | = )(?=\{)/gu)].flatMap(({ index, 0: head }) => {
    const before = text.slice(Math.max(0, index - 400), index);
    const inProblem = before.lastIndexOf('new Problem(') > before.lastIndexOf('audit');
    return inProblem && before.includes('new Problem(') ? [] : [blockAt(text, index + head.length)];
  });
}

const shapeOf = (schema: unknown): string[] => Object.keys((schema as { shape: object }).shape);

/** What is spread into details from elsewhere, with the fields that it brings. A new one has to be listed. */
const SPREAD: Readonly<Record<string, readonly string[]>> = {
  counts: ['children', 'registrations', 'files'],
  changesOf: ['fields'],
  // Its names are the fields of the filters, which have a test of their own.
  filters: [],
  changed: ['fields'],
  before: ['child_id', 'registration_number', 'current_stage', 'payment_status'],
  trailCounts: ['passed_count', 'failed_count', 'waitlisted_count'],
  trail: ['passed_count', 'failed_count', 'waitlisted_count', 'examined_count'],
  'move.details': [],
  'submission.details': ['wave', 'continues', 'import'],
  details: ['payment_method', 'payment_date'],
};
/** Names inside of details that are no fields: parts of a change, and of expressions. */
const NO_FIELDS = new Set([
  'present',
  'query',
  'search',
  'from',
  'to',
  'undefined',
  'null',
  'true',
  'false',
  'why',
]);

function fieldsIn(block: string): { fields: string[]; spread: string[] } {
  const plain = block.replace(/\/\/[^\n]*/gu, '').replace(/'[^']*'|`[^`]*`/gu, "''");
  const spread = [...plain.matchAll(/\.\.\.([a-zA-Z_.]+)/gu)].flatMap(({ 1: name }) => name ?? []);
  const keys = [...plain.matchAll(/(?:^|[{,])\s*([a-z_]+)\s*(?=[:,}]|$)/gu)].flatMap(
    ({ 1: name }) => name ?? [],
  );
  return { fields: keys.filter((name) => !NO_FIELDS.has(name)), spread };
}

test.each(AREAS)('when %s writes a field into its trail, then the page has a label for it', (area) => {
  const missing = sourcesOf(WRITERS[area]).flatMap(({ file, text }) =>
    detailsIn(text).flatMap((block) => {
      const { fields, spread } = fieldsIn(block);
      const brought = spread.flatMap((name) => SPREAD[name] ?? [`...${name}`]);
      return [...fields, ...brought]
        .filter((name) => fieldLabel(area, name) === undefined)
        .map((name) => `${file}: ${name}`);
    }),
  );
  expect(missing).toEqual([]);
});

test.each([
  ['penerimaan', createChild.body],
  ['penerimaan', updateParent.body],
  ['penerimaan', createRegistration.body],
  ['penerimaan', listStaffRegistrations.query],
  ['tagihan', listStaffInvoices.query],
  ['akun', updateUser.body],
] as const)('when a changed field or a filter of %s is listed, then it has a label', (area, schema) => {
  const paging = new Set(['limit', 'cursor', 'sort', 'search']);
  expect(shapeOf(schema).filter((name) => !paging.has(name) && !fieldLabel(area, name))).toEqual([]);
});

/** Columns of a query about the trail. */
const COLUMNS = /^(?:r|audit_events)\./u;
const EVENTS = new Set(Object.keys(eventSchemas));

test.each(AREAS)('when %s writes an action, then the page has a label for it', (area) => {
  const written = sourcesOf(WRITERS[area]).flatMap(({ text }) =>
    [
      ...text.matchAll(/\b(?:action|MARK|READ|RESENT|[A-Z_]*ACTIONS?)\b[^;{}]*?'([a-z_]+\.[a-z_]+)'/gu),
    ].flatMap(({ 1: name }) => name ?? []),
  );
  expect(written.length).toBeGreaterThan(0);
  const labels = actionsOf(area);
  expect(
    [...new Set(written)].filter((name) => !EVENTS.has(name) && !COLUMNS.test(name) && !(name in labels)),
  ).toEqual([]);
});

test.each([
  ['penerimaan', 'payment_status', PAYMENT_STATUSES],
  ['penerimaan', 'current_stage', STAGES],
  ['penerimaan', 'enrollment_status', ENROLLMENT_STATUSES],
  ['akun', 'role', ROLES],
  ['pengumuman', 'status', ANNOUNCEMENT_STATUSES],
  ['pengumuman', 'reason', SKIP_REASONS],
  ['tagihan', 'status', CONFIRMATION_STATUSES],
  ['tagihan', 'verification_status', VERIFICATION_STATUSES],
  ['tagihan', 'line_status', LINE_STATUSES],
  ['pesan', 'kind', ALL_KINDS],
] as const)('when %s shows a value of %s, then it is in words', (area, name, values) => {
  expect(values.filter((value) => valueLabel(area, name, value) === undefined)).toEqual([]);
});

test('when a scheme is made, then its invoices are counted and named, and rupiah are rupiah', () => {
  const lines = detailLines('tagihan', {
    payment_scheme: 'installment',
    final_education_fee: 24_000_000,
    verification_status: { from: null, to: 'verified' },
    invoices: [
      { invoice_number: 'INV-1', total_amount: 12_000_000, due_date: '2026-12-01' },
      { invoice_number: 'INV-2', total_amount: 12_000_000, due_date: '2027-02-01' },
    ],
    registrations: [],
  });
  expect(lines.join('\n')).not.toContain('[object');
  expect(lines.map((line) => line.replaceAll('\u00A0', ' '))).toEqual([
    'Cara bayar: Cicilan 4 tahap',
    'Biaya pendidikan akhir: Rp 24.000.000',
    'Status pembayaran tagihan: - → Terverifikasi',
    'Tagihan: 2 (No. tagihan: INV-1; Jumlah tagihan: Rp 12.000.000; Jatuh tempo: 1 Desember 2026, No. tagihan: INV-2; Jumlah tagihan: Rp 12.000.000; Jatuh tempo: 1 Februari 2027)',
    'Pendaftaran: -',
  ]);
});
