import type { DocumentFact } from './child-documents.ts';
import { dayText } from './date-text.ts';
import { nikWarnings } from './nik.ts';

/** What a family typed of the facts that papers show. */
export interface TypedFacts {
  readonly child_name: string;
  /** `YYYY-MM-DD`. */
  readonly birth_date: string;
  readonly birth_place: string;
  readonly gender: 'male' | 'female' | null;
  readonly nik: string | null;
  readonly kk_number: string | null;
  /** The father, the mother. */
  readonly parent_names: readonly (string | null)[];
  /** Street, kelurahan, kecamatan, kabupaten or kota, provinsi. */
  readonly address: readonly (string | null)[];
}

/** The parts of a fact as they were typed; all null or empty = not typed. */
export function typedParts(fact: DocumentFact, typed: TypedFacts): readonly (string | null)[] {
  const value = typed[fact];
  return typeof value === 'string' || value === null ? [value] : value;
}

const inFours = (digits: string) => digits.replace(/(\d{4})(?=\d)/gu, '$1 ');

/** A fact as it is shown beside the paper; none = not typed. */
export function shownFact(fact: DocumentFact, typed: TypedFacts): string[] {
  const parts = typedParts(fact, typed).filter((part): part is string => Boolean(part));
  if (fact === 'nik' || fact === 'kk_number') return parts.map(inFours);
  if (fact === 'birth_date') return parts.map(dayText);
  return parts;
}

/** What a reader should look at twice: day and month of a NIK are those of the birth, a girl's day plus 40. */
export function factHint(fact: DocumentFact, typed: TypedFacts, today: string): string | null {
  if (fact !== 'nik' || typed.nik === null) return null;
  const odd = nikWarnings(typed.nik, typed, today);
  return odd.length > 0 ? 'Tanggal pada NIK berbeda dari tanggal lahir' : null;
}
