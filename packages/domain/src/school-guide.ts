import { ageText } from './level-ages.ts';
import type { Jenjang } from './levels.ts';
import { schoolLogoLink } from './school-public.ts';
import { offeredLevels, type SchoolSettings } from './school-settings.ts';

/** What the landing page answers; empty parts are left out. */
export interface SchoolGuide {
  /** The offered levels of which there is something to say: `Usia 6 tahun atau lebih · biaya pendaftaran Rp 350.000`. */
  readonly levels: { readonly label: string; readonly text: string }[];
  readonly address?: string;
  readonly accreditation?: string;
  readonly help?: string;
  /** Address of the picture. */
  readonly photo?: string;
  readonly questions?: { readonly question: string; readonly answer: string }[];
}

/** What a registration of a level costs while a wave takes registrations (whole rupiah). */
export interface WaveFee {
  readonly jenjang: Jenjang;
  readonly academic_year: string;
  readonly fee: number;
}

/** `Usia 6 tahun atau lebih`, `Usia 4 tahun sampai 5 tahun 11 bulan`; empty where the school suggests none. */
function agesText(youngest: number | null, oldest: number | null): string {
  if (youngest !== null && oldest !== null) return `Usia ${ageText(youngest)} sampai ${ageText(oldest)}`;
  if (youngest !== null) return `Usia ${ageText(youngest)} atau lebih`;
  return oldest === null ? '' : `Usia paling tua ${ageText(oldest)}`;
}

const rupiahText = (amount: number) => `Rp\u00A0${amount.toLocaleString('id-ID')}`;

/** `Rp 350.000`, or each year's own where they differ. */
function feeText(years: readonly string[], feeOf: (year: string) => number): string {
  const fees = years.map((year) => [rupiahText(feeOf(year)), year] as const);
  const [first = [rupiahText(feeOf(''))]] = fees;
  if (fees.every(([fee]) => fee === first[0])) return first[0];
  return fees.map(([fee, year]) => `${fee} (${year})`).join(', ');
}

/**
 * The guide of a school for everybody; null where the school shows none. Fees are those that a registration made now owes:
 * the present wave's of each level and year, else the level's.
 */
export function schoolGuide(settings: SchoolSettings, waves: readonly WaveFee[]): SchoolGuide | null {
  const { guide, address, city, academic_years: years } = settings;
  if (!guide) return null;
  const place = [address, city].filter(Boolean).join(', ');
  return {
    levels: offeredLevels(settings).flatMap(({ jenjang, label, fee, min_age_months, max_age_months }) => {
      const feeOf = (year: string) =>
        waves.find((wave) => wave.jenjang === jenjang && wave.academic_year === year)?.fee ?? fee;
      const cost = guide.fees ? `biaya pendaftaran ${feeText(years, feeOf)}` : '';
      const text = [agesText(min_age_months, max_age_months), cost].filter(Boolean).join(' · ');
      return text ? [{ label, text }] : [];
    }),
    ...(place && { address: place }),
    ...(guide.accreditation && { accreditation: guide.accreditation }),
    ...(guide.help && { help: guide.help }),
    ...(guide.photo_file_id && { photo: schoolLogoLink(guide.photo_file_id) }),
    ...(guide.questions.length > 0 && { questions: [...guide.questions] }),
  };
}
