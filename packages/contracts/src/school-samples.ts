import { DEFAULT_LEVELS } from '@gerbang/domain/levels';
import { INSTALMENT_PERCENTS, instalmentAmounts } from '@gerbang/domain/payment-schemes';

const RUPIAH = new Intl.NumberFormat('id-ID');
const YEAR = '2025/2026';

/** Example fees of the year that the specification's pictures are of; a foundation configures its own. */
const FEES: readonly (readonly [string, number])[] = [
  ['KB', 12_000_000],
  ['TK', 15_000_000],
  ['SD', 24_000_000],
  ['SMP', 26_000_000],
];

/** The table of education fees in place of the picture. */
function defaultFeeTable() {
  const rest = INSTALMENT_PERCENTS.reduce((left, percent) => left - percent, 100);
  const rupiah = (amount: number) => `Rp ${RUPIAH.format(amount)}`;
  return {
    title: `Biaya Pendidikan ${YEAR}`,
    columns: [
      'Jenjang',
      'Lunas sekaligus',
      ...[...INSTALMENT_PERCENTS, rest].map((percent, index) => `Tahap ${index + 1} (${percent}%)`),
    ],
    rows: FEES.map(([jenjang, fee]) => [jenjang, rupiah(fee), ...instalmentAmounts(fee).map(rupiah)]),
    image_url: null,
  };
}

export const SAMPLE_ACCOUNT = {
  bank_name: 'Bank Syariah Indonesia (BSI)',
  branch: 'Kebon Jeruk',
  bank_code: '451',
  account_number: '700 9322 722',
  owner: 'Yayasan Contoh',
};

/** The values that a settings file may leave out; a draft that people type may not. */
export const SAMPLES = {
  name: 'PPDB Yayasan Contoh',
  contact_whatsapp: '+6281200000000',
  levels: DEFAULT_LEVELS,
  academic_years: ['2026/2027', '2027/2028', '2028/2029'],
  discounts: {
    loyalty_program: [0, 1_500_000],
    event: [0, 500_000, 750_000, 1_000_000, 2_000_000],
    full_payment: [0, 1_000_000],
    group: [0, 750_000, 1_500_000],
  },
  payment_periods: ['Early Bird', 'Gelombang 1', 'Gelombang 2', 'Gelombang 3'],
  default_payment_period: 'Gelombang 1',
  fee_tables: [defaultFeeTable()],
};
