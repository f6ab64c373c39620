import { placeText } from './continuations.ts';
import { dayText } from './date-text.ts';
import { CASH_PROOF_LABELS } from './invoice-payments.ts';
import { JENJANG } from './levels.ts';
import { once } from './once.ts';
import { FEE_BACK_LABELS, limitText, REFUND_DEDUCTION_LABELS } from './refund-rule.ts';
import { PURPOSE_LABELS, type SchoolAccount } from './school-accounts.ts';
import { FIELD_LABELS } from './school-parts.ts';
import { NO_CONTACT, NO_NAME, type SchoolSettings } from './school-settings.ts';

/** One setting as people read it. */
interface Leaf {
  readonly label: string;
  readonly text: string;
  /** Two leaves are the same setting where this is equal; the text unless it says less. */
  readonly value: string;
  readonly money: boolean;
}
type Leaves = Map<string, Leaf>;

const RUPIAH = once(() => new Intl.NumberFormat('id-ID'));
const rupiah = (amount: number) => `Rp${RUPIAH().format(amount)}`;
const yesNo = (value: boolean) => (value ? 'Ya' : 'Tidak');
const EMPTY = '(kosong)';
const listed = (values: readonly string[]) => values.join(', ') || EMPTY;
/** A day as people write it; one that is still being typed is none yet. */
const dayOf = (day: string) => (day === '' ? EMPTY : dayText(day));
const months = (value: number | null) => (value === null ? EMPTY : `${value} bulan`);

const leaf = (label: string, text: string, money: boolean, value = text): Leaf => ({
  label,
  text: text || EMPTY,
  value,
  money,
});

const LEVEL_FIELDS = {
  offered: 'Dibuka',
  label: 'Sebutan',
  unit_name: 'Nama unit',
  npsn: 'NPSN',
  classes: 'Kelas',
  fee: 'Biaya pendaftaran',
  min_age_months: 'Usia termuda',
  max_age_months: 'Usia tertua',
} as const;

function addLevels(leaves: Leaves, { levels }: SchoolSettings): void {
  for (const jenjang of JENJANG) {
    const level = levels.find((one) => one.jenjang === jenjang);
    if (!level) continue;
    const texts: Readonly<Record<keyof typeof LEVEL_FIELDS, string>> = {
      offered: yesNo(level.offered),
      label: level.label,
      unit_name: level.unit_name,
      npsn: level.npsn ?? '',
      classes: listed(level.classes),
      fee: rupiah(level.fee),
      min_age_months: months(level.min_age_months),
      max_age_months: months(level.max_age_months),
    };
    for (const [field, label] of Object.entries(LEVEL_FIELDS)) {
      const text = texts[field as keyof typeof LEVEL_FIELDS];
      const value = field === 'classes' ? JSON.stringify(level.classes) : text;
      leaves.set(`levels.${jenjang}.${field}`, leaf(`${label} ${jenjang}`, text, field === 'fee', value));
    }
  }
}

const ACCOUNT_FIELDS = {
  label: 'Nama rekening',
  bank_name: 'Bank',
  branch: 'Cabang',
  bank_code: 'Kode bank',
  account_number: 'Nomor rekening',
  owner: 'Atas nama',
  levels: 'Jenjang',
  purposes: 'Tujuan',
  closed: 'Ditutup',
} as const;

const accountText = (account: SchoolAccount) =>
  `${account.bank_name} ${account.account_number} a.n. ${account.owner} (${listed(account.levels)}; ${listed(
    account.purposes.map((purpose) => PURPOSE_LABELS[purpose]),
  )})`;

/** An account on one side only is one change, on both sides one a field. */
function addAccounts(leaves: Leaves, { accounts }: SchoolSettings, other: SchoolSettings): void {
  for (const account of accounts) {
    if (!other.accounts.some((one) => one.key === account.key)) {
      leaves.set(`accounts.${account.key}`, leaf(`Rekening: ${account.label}`, accountText(account), true));
      continue;
    }
    const texts: Readonly<Record<keyof typeof ACCOUNT_FIELDS, string>> = {
      ...account,
      levels: listed(JENJANG.filter((jenjang) => account.levels.includes(jenjang))),
      purposes: listed(account.purposes.map((purpose) => PURPOSE_LABELS[purpose]).toSorted()),
      closed: yesNo(account.closed),
    };
    for (const [field, label] of Object.entries(ACCOUNT_FIELDS)) {
      const text = texts[field as keyof typeof ACCOUNT_FIELDS];
      leaves.set(`accounts.${account.key}.${field}`, leaf(`${label} (${account.label})`, text, true));
    }
  }
}

const DISCOUNT_LABELS: Readonly<Record<keyof SchoolSettings['discounts'], string>> = {
  loyalty_program: 'Potongan program loyalitas',
  event: 'Potongan event',
  full_payment: 'Potongan lunas sekaligus',
  group: 'Potongan kolektif',
};

const cells = (label: string, texts: readonly string[]) =>
  leaf(label, texts.join(' | '), true, JSON.stringify(texts));

function addMoney(leaves: Leaves, settings: SchoolSettings): void {
  for (const [list, label] of Object.entries(DISCOUNT_LABELS)) {
    const amounts = settings.discounts[list as keyof SchoolSettings['discounts']];
    leaves.set(`discounts.${list}`, leaf(label, listed(amounts.map(rupiah)), true));
  }
  settings.fee_tables.forEach((table, index) => {
    const path = `fee_tables.${index}`;
    const name = `Tabel biaya ${index + 1}`;
    leaves.set(`${path}.title`, leaf(name, table.title, true));
    leaves.set(`${path}.image_url`, leaf(`${name}, gambar`, table.image_url ?? '', true));
    leaves.set(`${path}.columns`, cells(`${name}, kolom`, table.columns));
    table.rows.forEach((row, line) => {
      leaves.set(`${path}.rows.${line}`, cells(`${name}, baris ${line + 1}`, row));
    });
  });
  const periods = settings.payment_periods;
  leaves.set('payment_periods', leaf('Periode pembayaran', listed(periods), true, JSON.stringify(periods)));
  const { on, max } = settings.unique_code;
  leaves.set('unique_code', leaf('Kode unik', on ? `Sampai ${max}` : 'Tidak dipakai', true, `${on} ${max}`));
}

/** The rule of what goes back to families that leave, a row a setting; a row of days is read of the first school year. */
function addRefundRule(
  leaves: Leaves,
  { refund_rule: rule, academic_years: [year = ''] }: SchoolSettings,
): void {
  if (!rule) return;
  const add = (path: string, label: string, text: string) =>
    leaves.set(`refund_rule.${path}`, leaf(label, text, true));
  const { registration_fee: fee, deduct } = rule;
  const percent = fee.back === 'percent' ? ` ${fee.percent}%` : '';
  add('registration_fee', 'Pengembalian biaya pendaftaran', `${FEE_BACK_LABELS[fee.back]}${percent}`);
  rule.education.forEach((row, at) => {
    const limit =
      row.until === 'days_before_start' ? `${row.days ?? 0} hari sebelum tahun ajaran` : limitText(row, year);
    add(`education.${at}`, `Pengembalian biaya pendidikan, baris ${at + 1}`, `${row.percent}% ${limit}`);
  });
  const rupiahText = deduct.kind === 'none' ? REFUND_DEDUCTION_LABELS.none : rupiah(deduct.rupiah);
  add('deduct', 'Potongan pengembalian', rupiahText);
  add('text', 'Ketentuan pengembalian dana', rule.text);
  add('contact', 'Kontak pengembalian dana', rule.contact);
}

const GUIDE_LABELS = {
  fees: 'Biaya di halaman awal',
  accreditation: 'Akreditasi',
  help: 'Bantuan',
  photo: 'Foto sekolah',
  questions: 'Tanya jawab',
} as const;

/** What the landing page answers, a row a setting. */
function addGuide(leaves: Leaves, { guide }: SchoolSettings): void {
  if (!guide) return;
  const { fees, accreditation, help, photo_file_id: photo, questions } = guide;
  const add = (field: keyof typeof GUIDE_LABELS, text: string, value?: string) =>
    leaves.set(`guide.${field}`, leaf(GUIDE_LABELS[field], text, false, value));
  add('fees', fees ? 'Ditampilkan' : 'Tidak ditampilkan');
  add('accreditation', accreditation);
  add('help', help);
  add('photo', photo ? 'Ada' : 'Tidak ada', photo ?? '');
  add('questions', listed(questions.map(({ question }) => question)), JSON.stringify(questions));
}

/** What stands in place of a text that a new school has not typed yet is no text. */
const typed = (text: string) => (text === NO_NAME || text === NO_CONTACT ? '' : text);

const MONEY_FIELDS: ReadonlySet<string> = new Set(['default_payment_period', 'cash_proof']);

function addPlain(leaves: Leaves, settings: SchoolSettings): void {
  const values: Readonly<Record<keyof typeof FIELD_LABELS, string>> = {
    open: yesNo(settings.open),
    name: typed(settings.name),
    short_name: typed(settings.short_name),
    address: settings.address,
    city: settings.city,
    contact_whatsapp: typed(settings.contact_whatsapp),
    next_classes: listed(
      (settings.next_classes ?? []).map(
        ({ from, to }) => `${placeText(from)} ${to === '' ? 'tidak berlanjut' : `ke ${placeText(to)}`}`,
      ),
    ),
    academic_years: listed(settings.academic_years),
    default_payment_period: settings.default_payment_period,
    cash_proof: CASH_PROOF_LABELS[settings.cash_proof],
    'texts.login_note': settings.texts.login_note,
    'texts.registration_note': settings.texts.registration_note,
    'texts.payment_note': settings.texts.payment_note,
    'texts.offer_note': settings.texts.offer_note,
    'texts.invoice_footer': settings.texts.invoice_footer,
    'texts.invoice_wait': settings.texts.invoice_wait,
    'texts.first_day': settings.texts.first_day,
    'texts.unique_note': settings.texts.unique_note,
    'texts.signatory_name': settings.texts.signatory_name,
    'texts.signatory_title': settings.texts.signatory_title,
    'texts.signatory_city': settings.texts.signatory_city,
    'brand.colour': settings.brand.colour ?? '',
    'hours.day_start': settings.hours.day_start,
    'hours.day_end': settings.hours.day_end,
    'hours.friday_prayer': settings.hours.friday_prayer.join('–'),
    'hours.midday_prayer': settings.hours.midday_prayer.join('–'),
    registration_days: listed(
      (settings.registration_days ?? []).map(({ day, families }) => `${dayOf(day)}: ${families} keluarga`),
    ),
    cash_drawers: settings.cash_drawers ? 'Dipakai' : '',
    'hours.ramadan': listed(
      settings.hours.ramadan.map(
        ({ from, to, day_end }) => `${dayOf(from)} s.d. ${dayOf(to)} sampai ${day_end}`,
      ),
    ),
  };
  for (const [path, label] of Object.entries(FIELD_LABELS)) {
    const text = values[path as keyof typeof FIELD_LABELS];
    leaves.set(path, leaf(label, text, MONEY_FIELDS.has(path)));
  }
  const logo = settings.brand.logo_file_id;
  leaves.set('brand.logo_file_id', leaf('Logo', logo ? 'Ada' : 'Tidak ada', false, logo ?? ''));
}

/** Every setting as people read it, by its path; an account that the other side lacks is one row. */
export function leavesOf(settings: SchoolSettings, other: SchoolSettings): Leaves {
  const leaves: Leaves = new Map();
  addPlain(leaves, settings);
  addLevels(leaves, settings);
  addAccounts(leaves, settings, other);
  addMoney(leaves, settings);
  addRefundRule(leaves, settings);
  addGuide(leaves, settings);
  return leaves;
}
