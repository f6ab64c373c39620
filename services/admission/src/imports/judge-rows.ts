import { dayText } from '@gerbang/domain/date-text';
import type { ImportField, RowStatus } from '@gerbang/domain/imports';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import { mapLong } from '@gerbang/service-kit/http/long-lists';
import { jaroWinkler } from '@skyra/jaro-winkler';
import type { Found } from './import-rows.repository.ts';
import {
  type KnownChild,
  type KnownNumber,
  knownChildren,
  knownNumbers,
} from './known-families.repository.ts';
import { comparedName } from './list-values.ts';
import type { Applying, ReadRow } from './read-rows.ts';

/** Names of children who were born on one day are looked at by a person from this likeness on. */
const LIKE_NAMES = 0.92;

const alike = (a: string, b: string) => jaroWinkler(a, b) >= LIKE_NAMES;

type Good = ReadRow & { readonly applying: Applying };

interface Verdict {
  readonly status: RowStatus;
  readonly reasons?: readonly { readonly field: ImportField; readonly text: string }[];
  readonly family?: string | undefined;
  readonly child?: string | undefined;
}

const grouped = <T, K>(items: readonly T[], key: (item: T) => K): ReadonlyMap<K, T[]> =>
  Map.groupBy(items, key);

/** What the portal knows of the people in a list. */
interface Knowledge {
  readonly numbers: ReadonlyMap<string, KnownNumber[]>;
  readonly byDay: ReadonlyMap<string, (KnownChild & { readonly name: string })[]>;
  readonly byNik: ReadonlyMap<string | null, KnownChild[]>;
  readonly nikIndex: (nik: string) => string;
}

/** The families of a number: those that log in with it or get messages there, else those of which it is a parent's. */
function familiesOf(holders: readonly KnownNumber[]): string[] {
  const own = holders.filter(({ own: holds }) => holds);
  return [...new Set((own.length > 0 ? own : holders).map(({ user_id }) => user_id))];
}

function judgeAgainstKnown({ applying }: Good, known: Knowledge): Verdict {
  const { phone, birth_date, name, nik, academic_year } = applying;
  const holders = known.numbers.get(phone) ?? [];
  if (holders.some(({ role }) => role !== 'wali_murid'))
    return {
      status: 'impossible',
      reasons: [{ field: 'contact_phone', text: 'Nomor ini dipakai akun staf' }],
    };
  const families = familiesOf(holders);
  const sameDay = known.byDay.get(birth_date) ?? [];
  const sameNik = nik === null ? [] : (known.byNik.get(known.nikIndex(nik)) ?? []);
  const isSame = (child: KnownChild) =>
    families.includes(child.user_id) &&
    child.birth_date === birth_date &&
    (comparedName(child.full_name) === name || sameNik.includes(child));
  const same = [...sameDay, ...sameNik].find(isSame);
  if (same) {
    const there = same.years.includes(academic_year);
    return { status: there ? 'registered' : 'family', family: same.user_id, child: same.id };
  }
  const likeNik = sameNik.map(({ full_name }) => ({
    field: 'nik' as const,
    text: `NIK ini milik ${full_name}`,
  }));
  const likeName = sameDay
    .filter((child) => alike(child.name, name))
    .map(({ full_name }) => ({
      field: 'full_name' as const,
      text: `Mirip ${full_name}, lahir ${dayText(birth_date)}`,
    }));
  const shared =
    families.length > 1
      ? [{ field: 'contact_phone' as const, text: `Nomor ini dipakai ${families.length} keluarga` }]
      : [];
  const reasons = [...likeNik, ...likeName, ...shared];
  const [family] = families;
  if (reasons.length > 0) return { status: 'look', reasons, family };
  return { status: family === undefined ? 'new' : 'family', family };
}

const placeOf = ({ academic_year, jenjang, kelas }: Applying) => `${academic_year} ${jenjang} ${kelas ?? ''}`;
const lines = (rows: readonly Good[]) =>
  rows
    .map(({ row }) => row.n)
    .toSorted((a, b) => a - b)
    .join(', ');

/**
 * What rows of one list say of each other: of lines that are the same the first in the work counts, and children who look
 * alike or stand twice with different levels are looked at. The order of the lines changes nothing.
 */
function judgeAmongEach(rows: readonly Good[]): ReadonlyMap<Good, Verdict> {
  const verdicts = new Map<Good, Verdict>();
  const look = (one: Good, field: ImportField, text: string) => {
    const before = verdicts.get(one);
    if (before?.status === 'registered') return;
    verdicts.set(one, { status: 'look', reasons: [...(before?.reasons ?? []), { field, text }] });
  };
  const same = ({ applying: { name, birth_date, phone } }: Good) => `${birth_date} ${phone} ${name}`;
  for (const twins of grouped(rows, (one) => `${same(one)} ${one.applying.academic_year}`).values()) {
    const [first, ...others] = twins.toSorted((a, b) => (a.order < b.order ? -1 : 1));
    if (!first || others.length === 0) continue;
    if (twins.some((one) => placeOf(one.applying) !== placeOf(first.applying)))
      for (const one of twins)
        look(
          one,
          'full_name',
          `Anak ini ada dua kali dengan jenjang atau kelas berbeda: baris ${lines(twins)}`,
        );
    else
      for (const one of others)
        verdicts.set(one, {
          status: 'registered',
          reasons: [{ field: 'full_name', text: `Sama dengan baris ${first.row.n}` }],
        });
  }
  for (const born of grouped(rows, ({ applying }) => applying.birth_date).values())
    for (const one of born) {
      const like = born.filter(
        (other) => same(other) !== same(one) && alike(other.applying.name, one.applying.name),
      );
      if (like.length > 0) look(one, 'full_name', `Mirip anak di baris ${lines(like)}`);
    }
  for (const [nik, holders] of grouped(rows, ({ applying }) => applying.nik))
    for (const one of nik === null ? [] : holders) {
      const others = holders.filter((other) => same(other) !== same(one));
      if (others.length > 0) look(one, 'nik', `NIK sama dengan baris ${lines(others)}`);
    }
  return verdicts;
}

const STRENGTH: Readonly<Record<RowStatus, number>> = {
  impossible: 4,
  registered: 3,
  look: 2,
  family: 1,
  new: 0,
};

/** What becomes of each row, by what the portal knows of its people and by the other rows. */
export async function judgeRows(
  db: Db,
  columns: Columns,
  read: readonly ReadRow[],
  restMs: number,
): Promise<Found[]> {
  const good = read.filter((one): one is Good => one.applying !== null);
  // Rows that a person left out say nothing of the others.
  const counted = good.filter(({ row }) => !row.left_out);
  const children = await knownChildren(db, columns, {
    days: [...new Set(good.map(({ applying }) => applying.birth_date))],
    niks: [...new Set(good.flatMap(({ applying }) => applying.nik ?? []))],
  });
  const known: Knowledge = {
    numbers: grouped(
      await knownNumbers(db, [...new Set(good.map(({ applying }) => applying.phone))]),
      ({ phone }) => phone,
    ),
    byDay: grouped(
      children.map((child) => ({ ...child, name: comparedName(child.full_name) })),
      ({ birth_date }) => birth_date,
    ),
    byNik: grouped(children, ({ nik_index }) => nik_index),
    nikIndex: (nik) => columns.blindIndex('children.nik', nik),
  };
  const among = judgeAmongEach(counted);
  const judge = (one: ReadRow): Found => {
    const { row, shown, applying, cellOf } = one;
    if (!applying) return { id: row.id, status: 'impossible', shown, family_id: null, child_id: null };
    const alone = judgeAgainstKnown(one as Good, known);
    const beside = among.get(one as Good);
    const verdict = beside && STRENGTH[beside.status] > STRENGTH[alone.status] ? beside : alone;
    const told =
      beside?.status === verdict.status && beside !== verdict
        ? [...(verdict.reasons ?? []), ...(beside.reasons ?? [])]
        : (verdict.reasons ?? []);
    return {
      id: row.id,
      status: verdict.status,
      shown: { ...shown, reasons: told.map(({ field, text }) => ({ cell: cellOf(field), text })) },
      family_id: alone.family ?? null,
      child_id: alone.child ?? null,
    };
  };
  return mapLong(read, judge, restMs);
}
