import { parseArgs } from 'node:util';
import type { Db } from '../data/database.ts';
import { ProgramError } from '../program/programs.ts';

/** Whose reading is asked for, and when. */
export interface ReadsQuery {
  readonly user: string;
  readonly from: Date;
  readonly to: Date;
}

/** One time that somebody saw a family's data. */
export interface Read {
  readonly at: Date;
  readonly action: string;
  readonly address: string | null;
  readonly subject_id: string | null;
  /** Whose data; null where the record is gone, or where it was a list. */
  readonly family: {
    readonly user_id: string;
    readonly name: string | null;
    readonly phone: string | null;
  } | null;
  /** What of theirs. */
  readonly what: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** A moment as ISO 8601, or a whole day of Jakarta. */
function momentOf(text: string, end: boolean): Date {
  const moment = DAY.test(text)
    ? new Date(`${text}T${end ? '23:59:59.999' : '00:00:00'}+07:00`)
    : new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new ProgramError(`${text} is no moment: write 2026-11-21 or 2026-11-21T08:00:00Z`);
  return moment;
}

/** What the command's arguments ask: `--user <id> --from <day or moment> --to <day or moment>`. */
export function parseReadsQuery(args: readonly string[]): ReadsQuery {
  const { values } = parseArgs({
    args: [...args],
    options: { user: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
  });
  const { user, from, to } = values;
  if (!user || !UUID.test(user) || !from || !to) {
    throw new ProgramError('Needs --user <account id> --from <day or moment> --to <day or moment>');
  }
  return { user, from: momentOf(from, false), to: momentOf(to, true) };
}

/** The rows of the trail that this person left in this time, of these actions, by the index of the person. */
export function readsTrail(db: Db, { user, from, to }: ReadsQuery, actions: readonly string[]) {
  return db('audit_events')
    .where('audit_events.actor_id', user)
    .whereBetween('audit_events.at', [from, to])
    .where((any) => {
      for (const action of actions) void any.orWhereLike('audit_events.action', action);
    })
    .orderBy(['audit_events.at', 'audit_events.id']);
}

/** Every reading on a line of its own, then each family once with the number by which it is told (breach.md). */
export function readsReport(area: string, reads: readonly Read[]): string {
  const lines = reads.map(({ at, action, address, subject_id, family, what }) =>
    [at.toISOString(), action, subject_id ?? '-', family?.user_id ?? '-', address ?? '-', what].join('\t'),
  );
  const families = new Map(
    reads.flatMap(({ family }) => (family ? [[family.user_id, family] as const] : [])),
  );
  const told = [...families.values()].map(
    ({ user_id, name, phone }) => `family\t${user_id}\t${name ?? '-'}\t${phone ?? '-'}`,
  );
  return [`${area}: ${reads.length} readings, ${families.size} families`, ...lines, ...told]
    .join('\n')
    .concat('\n');
}
