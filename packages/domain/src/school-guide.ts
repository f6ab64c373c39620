import { ageText } from './level-ages.ts';
import type { Jenjang } from './levels.ts';
import { schoolLogoLink } from './school-public.ts';
import { offeredLevels, type SchoolSettings } from './school-settings.ts';

/** What the landing page answers; empty parts are left out. */
export interface SchoolGuide {
  /** The offered levels of which there is something to say: `Usia 6 tahun atau lebih · biaya pendaftaran Rp 350.000 · 56 kursi`. */
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

/** How many places a level has in a year. */
export interface LevelPlaces {
  readonly jenjang: Jenjang;
  readonly academic_year: string;
  readonly places: number;
}

/** `Usia 6 tahun atau lebih`, `Usia 4 tahun sampai 5 tahun 11 bulan`; empty where the school suggests none. */
function agesText(youngest: number | null, oldest: number | null): string {
  if (youngest !== null && oldest !== null) return `Usia ${ageText(youngest)} sampai ${ageText(oldest)}`;
  if (youngest !== null) return `Usia ${ageText(youngest)} atau lebih`;
  return oldest === null ? '' : `Usia paling tua ${ageText(oldest)}`;
}

const rupiahText = (amount: number) => `Rp\u00A0${amount.toLocaleString('id-ID')}`;

/** What holds in every year, such as `Rp 350.000`, or each year's own where they differ. */
function yearsText(years: readonly string[], textOf: (year: string) => string): string {
  const texts = years.map((year) => [textOf(year), year] as const);
  const [first = [textOf('')]] = texts;
  if (texts.every(([text]) => text === first[0])) return first[0];
  return texts.map(([text, year]) => `${text} (${year})`).join(', ');
}

/**
 * The guide of a school for everybody; null where the school shows none. Fees are those that a registration made now owes:
 * the present wave's of each level and year, else the level's. Places are named of the years that have some.
 */
export function schoolGuide(
  settings: SchoolSettings,
  waves: readonly WaveFee[],
  places: readonly LevelPlaces[] = [],
): SchoolGuide | null {
  const { guide, address, city, academic_years: years } = settings;
  if (!guide) return null;
  const place = [address, city].filter(Boolean).join(', ');
  return {
    levels: offeredLevels(settings).flatMap(({ jenjang, label, fee, min_age_months, max_age_months }) => {
      const feeOf = (year: string) =>
        waves.find((wave) => wave.jenjang === jenjang && wave.academic_year === year)?.fee ?? fee;
      const cost = guide.fees
        ? `biaya pendaftaran ${yearsText(years, (year) => rupiahText(feeOf(year)))}`
        : '';
      const placesOf = (year: string) =>
        places.find((one) => one.jenjang === jenjang && one.academic_year === year)?.places ?? 0;
      const open = years.filter((year) => placesOf(year) > 0);
      const room = open.length > 0 ? yearsText(open, (year) => `${placesOf(year)} kursi`) : '';
      const text = [agesText(min_age_months, max_age_months), cost, room].filter(Boolean).join(' · ');
      return text ? [{ label, text }] : [];
    }),
    ...(place && { address: place }),
    ...(guide.accreditation && { accreditation: guide.accreditation }),
    ...(guide.help && { help: guide.help }),
    ...(guide.photo_file_id && { photo: schoolLogoLink(guide.photo_file_id) }),
    ...(guide.questions.length > 0 && { questions: [...guide.questions] }),
  };
}
