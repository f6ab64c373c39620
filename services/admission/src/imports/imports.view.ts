import type { Import, ImportRow } from '@gerbang/contracts/imports';
import { IMPORT_FIELDS, ROW_STATUSES, UNDO_HOURS } from '@gerbang/domain/imports';
import type { Jenjang } from '@gerbang/domain/levels';
import { waveTitle } from '@gerbang/domain/waves';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { covers, poolsAt } from '../seats/record/seat-pools.repository.ts';
import { liveWaves } from '../seats/waves/waves.repository.ts';
import { type ImportRecord, personOf, type RowRecord } from './imports.repository.ts';

const HOUR_MS = 3_600_000;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Whether the start writes a row: a new child, or one that looks like another and was said to be its own. */
export const isReady = ({
  status,
  left_out,
  decided,
}: Pick<RowRecord, 'status' | 'left_out' | 'decided'>): boolean =>
  !left_out && (status === 'new' || status === 'family' || (status === 'look' && decided));

/** Until when an import can be taken back. */
export const undoUntil = ({ started_at }: Pick<ImportRecord, 'started_at'>): Date | null =>
  started_at && new Date(started_at.getTime() + UNDO_HOURS * HOUR_MS);

/** The families that an import made, each once: its invitation goes to them. */
export const madeFamilies = (rows: readonly RowRecord[]): string[] => [
  ...new Set(
    rows.flatMap(({ family_id, made_family, outcome }) =>
      made_family && family_id !== null && (outcome === 'imported' || outcome === 'skipped')
        ? [family_id]
        : [],
    ),
  ),
];

/** A row as staff see it. */
export function toImportRow({
  n,
  status,
  shown,
  hidden,
  left_out,
  decided,
  outcome,
  outcome_text,
  registration_id,
}: RowRecord): ImportRow {
  const nothing = { values: {}, reasons: [], warnings: [] };
  return {
    n,
    status: status ?? 'look',
    ...(shown ?? nothing),
    hidden,
    left_out,
    decided,
    outcome,
    outcome_text,
    registration_id,
  };
}

/** `SD 1`, `TK A`, `KB`. */
const placeText = (jenjang: Jenjang, kelas: string | null): string =>
  kelas === null ? jenjang : kelas.startsWith(jenjang) ? kelas : `${jenjang} ${kelas}`;

interface Place {
  readonly academic_year: string;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
}

const counted = (text: string, rows: number, free: number | null) => ({
  text: `${text}: ${rows} baris${free === null ? '' : `, ${free} tempat`}`,
  rows,
  free,
});

/** The rows that would be registered beside the seats of their classes and the places of their waves. */
async function seatsOf(db: Db, now: Date, rows: readonly RowRecord[]): Promise<Import['seats']> {
  const places = rows.filter(isReady).map(({ shown }) => {
    const { academic_year, jenjang, kelas } = shown?.values ?? {};
    return { academic_year, jenjang, kelas: kelas ?? null } as Place;
  });
  const years = [...new Set(places.map(({ academic_year }) => academic_year))];
  const behind = (place: Place) => (years.length > 1 ? ` (${place.academic_year})` : '');
  const pools = await poolsAt(db, years);
  const seats = [
    ...Map.groupBy(places, (place) => {
      const pool = pools.find((one) => covers(one, place));
      return JSON.stringify([place.academic_year, place.jenjang, pool ? pool.kelas : place.kelas]);
    }),
  ]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([, [first, ...others]]) => {
      const place = first as Place;
      const pool = pools.find((one) => covers(one, place));
      const text = placeText(place.jenjang, pool ? pool.kelas : place.kelas) + behind(place);
      return counted(text, others.length + 1, pool ? Math.max(0, pool.offer_limit - pool.taken) : null);
    });
  const open = (await liveWaves(db, years)).filter(
    ({ opens_at, closes_at }) => opens_at <= now && now < closes_at,
  );
  const waves = open.flatMap((wave) => {
    const here = places.filter(
      ({ academic_year, jenjang }) => academic_year === wave.academic_year && jenjang === wave.jenjang,
    );
    if (here.length === 0 || wave.applicants_max === null) return [];
    const free = Math.max(0, wave.applicants_max - wave.applicants);
    return [counted(`${waveTitle(wave.name)} ${wave.jenjang}${behind(here[0] as Place)}`, here.length, free)];
  });
  return [...seats, ...waves];
}

function notesOf(
  { other_sheets, mapping, headings }: ImportRecord,
  rows: readonly RowRecord[],
): Import['notes'] {
  const hidden = rows.filter((row) => row.hidden).length;
  const unread = headings.filter((heading) => (mapping[heading] ?? null) === null);
  return [
    ...(hidden > 0 ? [`${hidden} baris tersembunyi di berkas ini ikut dibaca.`] : []),
    ...(other_sheets > 0 ? [`Hanya lembar pertama yang dibaca; ${other_sheets} lembar lain tidak.`] : []),
    ...(unread.length > 0
      ? [`${unread.length} kolom tidak dipakai: ${unread.slice(0, 10).join(', ')}.`]
      : []),
  ].map((text) => ({ text }));
}

/** How far the work is; the minutes by the rows that were done since the start. */
function progressOf(
  { state, started_at, ended_at }: ImportRecord,
  rows: readonly RowRecord[],
  now: Date,
): Import['progress'] {
  if (started_at === null) return null;
  const taken = rows.filter(({ position }) => position !== null);
  const done = taken.filter(({ outcome }) => outcome !== null);
  const last = done.reduce(
    (latest, { done_at }) => Math.max(latest, done_at?.getTime() ?? 0),
    started_at.getTime(),
  );
  const left = taken.length - done.length;
  const each = (last - started_at.getTime()) / Math.max(1, done.length);
  const runs = state === 'running' && ended_at === null && done.length > 0 && now >= started_at;
  return {
    done: done.length,
    of: taken.length,
    minutes_left: runs ? Math.ceil((left * each) / 60_000) : null,
    imported: done.filter(({ outcome }) => outcome === 'imported').length,
    families: madeFamilies(done).length,
    failed: done.filter(({ outcome }) => outcome === 'failed').length,
  };
}

/** An import with its counts, from all of its rows. */
export async function toImport(
  { now }: Pick<Context, 'now'>,
  db: Db,
  found: ImportRecord,
  rows: readonly RowRecord[],
): Promise<Import> {
  const of = (wanted: RowRecord['status']) =>
    rows.filter(({ status, left_out }) => status === wanted && !left_out).length;
  return {
    id: found.id,
    file_name: found.file_name,
    state: found.state,
    mapping: Object.fromEntries(found.headings.map((heading) => [heading, found.mapping[heading] ?? null])),
    headings: [...found.headings],
    counts: {
      total: rows.length,
      ...(Object.fromEntries(ROW_STATUSES.map((status) => [status, of(status)])) as Record<
        (typeof ROW_STATUSES)[number],
        number
      >),
      left_out: rows.filter(({ left_out }) => left_out).length,
      hidden: rows.filter(({ hidden }) => hidden).length,
      ready: rows.filter(isReady).length,
    },
    seats: found.state === 'preview' ? await seatsOf(db, now(), rows) : [],
    notes: notesOf(found, rows),
    progress: progressOf(found, rows, now()),
    created_by: personOf({ name: found.created_by_name, role: found.created_by_role }),
    created_at: found.created_at.toISOString(),
    started_at: iso(found.started_at),
    ended_at: iso(found.ended_at),
    undo_until: iso(undoUntil(found)),
    version: found.version,
  };
}

/** The titles of a list's columns as the sample and the result name them. */
export const FIELD_COLUMNS = Object.entries(IMPORT_FIELDS).map(([field, { label }]) => ({
  field: field as keyof typeof IMPORT_FIELDS,
  label,
}));
