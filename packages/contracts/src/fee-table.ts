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
export function defaultFeeTable() {
  const rest = INSTALMENT_PERCENTS.reduce((left, percent) => left - percent, 100);
  const rupiah = (amount: number) => `Rp ${RUPIAH.format(amount)}`;
  return {
    title: `Biaya Pendidikan ${YEAR}`,
    columns: [
      'Jenjang',
      'Pembayaran penuh',
      ...[...INSTALMENT_PERCENTS, rest].map((percent, index) => `Tahap ${index + 1} (${percent}%)`),
    ],
    rows: FEES.map(([jenjang, fee]) => [jenjang, rupiah(fee), ...instalmentAmounts(fee).map(rupiah)]),
    image_url: null,
  };
}
