import type { Import, ImportRow } from '@gerbang/contracts/import-shapes';
import { IMPORT_FIELDS, ROW_STATUSES, UNDO_HOURS } from '@gerbang/domain/imports';
import type { Jenjang } from '@gerbang/domain/levels';
import { waveTitle } from '@gerbang/domain/waves';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { covers, poolsAt } from '../seats/record/seat-pools.repository.ts';
import { liveWaves } from '../seats/waves/waves.repository.ts';
import { readyValues, type RowRecord, type Stand, standOf } from './import-rows.repository.ts';
import { type ImportRecord, personOf } from './imports.repository.ts';

const HOUR_MS = 3_600_000;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Until when an import can be taken back. */
export const undoUntil = ({ started_at }: Pick<ImportRecord, 'started_at'>): Date | null =>
  started_at && new Date(started_at.getTime() + UNDO_HOURS * HOUR_MS);

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
  version,
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
    version,
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
async function seatsOf(
  { columns, now }: Pick<Context, 'columns' | 'now'>,
  db: Db,
  { id }: ImportRecord,
): Promise<Import['seats']> {
  const places = (await readyValues(db, columns, id)).map(
    ({ academic_year, jenjang, kelas }) => ({ academic_year, jenjang, kelas: kelas ?? null }) as Place,
  );
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
    ({ opens_at, closes_at }) => opens_at <= now() && now() < closes_at,
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

function notesOf({ other_sheets, mapping, headings }: ImportRecord, { hidden }: Stand): Import['notes'] {
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
  { taken, done, imported, failed, families, last_done_at }: Stand,
  now: Date,
): Import['progress'] {
  if (started_at === null) return null;
  const last = Math.max(started_at.getTime(), last_done_at?.getTime() ?? 0);
  const each = (last - started_at.getTime()) / Math.max(1, done);
  const runs = state === 'running' && ended_at === null && done > 0 && now >= started_at;
  return {
    done,
    of: taken,
    minutes_left: runs ? Math.ceil(((taken - done) * each) / 60_000) : null,
    imported,
    families,
    failed,
  };
}

/** An import with its counts, as staff see it. */
export async function toImport(
  context: Pick<Context, 'columns' | 'now'>,
  db: Db,
  found: ImportRecord,
): Promise<Import> {
  const stand = await standOf(db, found.id);
  const { total, left_out, hidden, ready } = stand;
  return {
    id: found.id,
    file_name: found.file_name,
    state: found.state,
    mapping: Object.fromEntries(found.headings.map((heading) => [heading, found.mapping[heading] ?? null])),
    mapping_version: found.mapping_version ?? 1,
    headings: [...found.headings],
    counts: {
      total,
      ...(Object.fromEntries(ROW_STATUSES.map((status) => [status, stand[status]])) as Pick<
        Stand,
        (typeof ROW_STATUSES)[number]
      >),
      left_out,
      hidden,
      ready,
    },
    seats: found.state === 'preview' ? await seatsOf(context, db, found) : [],
    notes: notesOf(found, stand),
    progress: progressOf(found, stand, context.now()),
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
