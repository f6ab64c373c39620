import { CONTRAST_MIN, contrastWithWhite } from './colour-contrast.ts';
import { levelSentence } from './level-words.ts';
import type { Jenjang } from './levels.ts';
import { ANY_SCHOOL_YEAR, refundRuleWarnings } from './refund-rule.ts';
import { ACCOUNT_PURPOSES, accountsFor, PURPOSE_LABELS } from './school-accounts.ts';
import { NO_CONTACT, NO_NAME, offeredLevels, type SchoolSettings } from './school-settings.ts';

export const SCHOOL_BLOCKS = [
  'identity_missing',
  'level_missing',
  'setting_in_use',
  'year_closed',
  'account_missing',
  'account_in_use',
  'fee_zero',
  'period_missing',
  'years_order',
  'contrast',
] as const;
export const SCHOOL_WARNINGS = ['no_npsn', 'no_days_off', 'fee_jump', 'refund_rule'] as const;

/** Why a draft cannot be activated (block), or what to look at once more (warning). */
export interface SchoolFinding<Code extends string> {
  readonly code: Code;
  readonly text: string;
  /** The setting to change. */
  readonly path: string;
  /** How many records stand behind it; 0 where it is not about records. */
  readonly count: number;
}
export type SchoolBlock = SchoolFinding<(typeof SCHOOL_BLOCKS)[number]>;
export type SchoolWarning = SchoolFinding<(typeof SCHOOL_WARNINGS)[number]>;

/** The live registrations of a class in a year; `kelas` null = the level has no classes. */
export interface UsedClass {
  readonly academic_year: string;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
  readonly count: number;
}

/** What a draft is held against. */
export interface SchoolUse {
  /** The version that counts now; null before the first. */
  readonly active: SchoolSettings | null;
  readonly registrations: readonly UsedClass[];
  /** Years that were closed. */
  readonly closedYears?: readonly string[];
  /** Keys of accounts that statements or open payments still name. */
  readonly accounts: readonly string[];
  /** Confirmed days off from today on. */
  readonly daysOff: number;
}

/** A rise or fall of a fee by more than this part is worth a second look. */
const FEE_JUMP = 0.3;

const has = (settings: SchoolSettings, { jenjang, kelas }: UsedClass): 'both' | 'level' | 'none' => {
  const level = offeredLevels(settings).find((one) => one.jenjang === jenjang);
  if (!level) return 'none';
  return kelas === null || level.classes.includes(kelas) ? 'both' : 'level';
};

function usedSettings(
  wanted: SchoolSettings,
  { active, registrations, closedYears = [] }: SchoolUse,
): SchoolBlock[] {
  if (active === null) return [];
  const blocks: SchoolBlock[] = [];
  for (const year of wanted.academic_years.filter((one) => closedYears.includes(one))) {
    const text = `Tahun ajaran ${year} sudah ditutup. Buka kembali di halaman Tahun ajaran, atau hapus dari daftar ini.`;
    blocks.push({ code: 'year_closed', text, path: 'academic_years', count: 0 });
  }
  for (const used of registrations) {
    const { academic_year: year, jenjang, kelas, count } = used;
    const rest = `masih dipakai ${count} pendaftaran tahun ${year}.`;
    const now = has(wanted, used);
    const was = has(active, used);
    if (now !== 'both' && was === 'both') {
      const removed = levelSentence(active.levels, { jenjang, kelas: now === 'none' ? null : kelas });
      const path = `levels.${jenjang}.${now === 'none' ? 'offered' : 'classes'}`;
      blocks.push({ code: 'setting_in_use', text: `${removed} ${rest}`, path, count });
    }
  }
  for (const year of active.academic_years.filter((one) => !wanted.academic_years.includes(one))) {
    const count = registrations
      .filter((used) => used.academic_year === year)
      .reduce((sum, used) => sum + used.count, 0);
    if (count === 0) continue;
    const text = `Tahun ajaran ${year} masih dipakai ${count} pendaftaran.`;
    blocks.push({ code: 'setting_in_use', text, path: 'academic_years', count });
  }
  return blocks;
}

function accountBlocks(wanted: SchoolSettings, { active, accounts: inUse }: SchoolUse): SchoolBlock[] {
  const missing = offeredLevels(wanted).flatMap(({ jenjang, label }) =>
    ACCOUNT_PURPOSES.flatMap((purpose): SchoolBlock[] => {
      const count = accountsFor(wanted.accounts, jenjang, purpose).length;
      if (count === 1) return [];
      const target = PURPOSE_LABELS[purpose];
      const text =
        count === 0
          ? `${label} belum punya rekening untuk ${target}.`
          : `${label} punya ${count} rekening untuk ${target}. Sisakan satu yang terbuka.`;
      return [{ code: 'account_missing', text, path: 'accounts', count }];
    }),
  );
  const removed = (active?.accounts ?? []).filter(
    (account) => inUse.includes(account.key) && !wanted.accounts.some((one) => one.key === account.key),
  );
  return [
    ...missing,
    ...removed.map(
      (account): SchoolBlock => ({
        code: 'account_in_use',
        text: `Rekening ${account.label} masih dipakai. Tutup rekening itu, jangan dihapus.`,
        path: 'accounts',
        count: 1,
      }),
    ),
  ];
}

/** Whether the years follow each other: each of two years in a row, the earlier one first, none twice. */
function yearsInOrder(years: readonly string[]): boolean {
  return (
    years.length > 0 &&
    years.every((year, index) => {
      const [first, second] = year.split('/').map(Number);
      return second === (first ?? 0) + 1 && (index === 0 || (years[index - 1] ?? '') < year);
    })
  );
}

/** '4,4': rounded down, so that a contrast that is refused never reads as the one that is needed. */
const decimal = (value: number) => (Math.floor(value * 10) / 10).toFixed(1).replace('.', ',');

function plainBlocks(wanted: SchoolSettings): SchoolBlock[] {
  const blocks: SchoolBlock[] = [];
  const add = (code: SchoolBlock['code'], path: string, text: string) =>
    blocks.push({ code, text, path, count: 0 });
  if (wanted.name === NO_NAME) add('identity_missing', 'name', 'Nama portal belum diisi.');
  if (wanted.contact_whatsapp === NO_CONTACT) {
    add('identity_missing', 'contact_whatsapp', 'Kontak WhatsApp belum diisi.');
  }
  const offered = offeredLevels(wanted);
  if (offered.length === 0) add('level_missing', 'levels', 'Belum ada jenjang yang dibuka.');
  for (const { jenjang, label, fee } of offered) {
    if (fee === 0) add('fee_zero', `levels.${jenjang}.fee`, `Biaya pendaftaran belum diisi untuk ${label}.`);
  }
  if (!wanted.payment_periods.includes(wanted.default_payment_period)) {
    const text =
      wanted.payment_periods.length === 0
        ? 'Periode pembayaran belum diisi.'
        : 'Periode pembayaran bawaan tidak ada di daftar periode.';
    add('period_missing', 'default_payment_period', text);
  }
  if (!yearsInOrder(wanted.academic_years)) {
    const text = 'Tahun ajaran harus berurutan, misalnya 2026/2027 lalu 2027/2028.';
    add('years_order', 'academic_years', text);
  }
  const contrast = wanted.brand.colour === null ? CONTRAST_MIN : contrastWithWhite(wanted.brand.colour);
  if (contrast < CONTRAST_MIN) {
    const text = `Warna ini terlalu terang untuk teks putih (kontras ${decimal(contrast)}, perlu 4,5).`;
    add('contrast', 'brand.colour', text);
  }
  return blocks;
}

/** Everything that keeps a draft from being activated. */
export function schoolBlocks(wanted: SchoolSettings, use: SchoolUse): SchoolBlock[] {
  return [...plainBlocks(wanted), ...accountBlocks(wanted, use), ...usedSettings(wanted, use)];
}

/** What to look at once more before activating; it blocks nothing. */
export function schoolWarnings(wanted: SchoolSettings, { active, daysOff }: SchoolUse): SchoolWarning[] {
  const warnings = offeredLevels(wanted).flatMap(({ jenjang, label, npsn, fee }): SchoolWarning[] => {
    const found: SchoolWarning[] = [];
    if (npsn === null) {
      found.push({
        code: 'no_npsn',
        text: `NPSN ${label} belum diisi.`,
        path: `levels.${jenjang}.npsn`,
        count: 0,
      });
    }
    const before = active?.levels.find((one) => one.jenjang === jenjang && one.offered)?.fee ?? 0;
    if (before > 0 && Math.abs(fee - before) > before * FEE_JUMP) {
      const percent = Math.round((Math.abs(fee - before) / before) * 100);
      const way = fee > before ? 'naik' : 'turun';
      const text = `Biaya pendaftaran ${label} ${way} ${percent} persen.`;
      found.push({ code: 'fee_jump', text, path: `levels.${jenjang}.fee`, count: 0 });
    }
    return found;
  });
  // Without a year of its own any year tells which row comes first.
  const {
    refund_rule: rule,
    academic_years: [year = ANY_SCHOOL_YEAR],
  } = wanted;
  for (const { path, text } of rule ? refundRuleWarnings(rule, year) : []) {
    warnings.push({ code: 'refund_rule', text, path: `refund_rule.${path}`, count: 0 });
  }
  if (daysOff > 0) return warnings;
  const text = 'Belum ada hari libur yang dipastikan.';
  return [...warnings, { code: 'no_days_off', text, path: 'days_off', count: 0 }];
}
