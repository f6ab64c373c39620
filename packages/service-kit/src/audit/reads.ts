import { parseArgs } from 'node:util';
import type { Db } from '../data/database.ts';
import { ProgramError } from '../program/programs.ts';

/** The employee whose reads are listed, and the period. */
export interface ReadsQuery {
  readonly user: string;
  readonly from: Date;
  readonly to: Date;
}

/** One read of a family's data. */
export interface Read {
  readonly at: Date;
  readonly action: string;
  readonly address: string | null;
  readonly subject_id: string | null;
  /** The family whose data was read; null for a list and for a record that is gone. */
  readonly family: {
    readonly user_id: string;
    readonly name: string | null;
    readonly phone: string | null;
  } | null;
  /** The kind of data. */
  readonly what: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** An ISO 8601 timestamp, or the start or end of a day in Jakarta. */
function momentOf(text: string, end: boolean): Date {
  const moment = DAY.test(text)
    ? new Date(`${text}T${end ? '23:59:59.999' : '00:00:00'}+07:00`)
    : new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new ProgramError(`${text} is no moment: write 2026-11-21 or 2026-11-21T08:00:00Z`);
  return moment;
}

/** Parses the command's arguments: `--user <id> --from <day or moment> --to <day or moment>`. */
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

/** The audit events of this actor in this period with one of these actions (LIKE patterns). */
export function readsTrail(db: Db, { user, from, to }: ReadsQuery, actions: readonly string[]) {
  return db('audit_events')
    .where('audit_events.actor_id', user)
    .whereBetween('audit_events.at', [from, to])
    .where((any) => {
      for (const action of actions) void any.orWhereLike('audit_events.action', action);
    })
    .orderBy(['audit_events.at', 'audit_events.id']);
}

/** A row of the trail as a read. */
export const toRead = (
  { at, action, address, subject_id }: Pick<Read, 'at' | 'action' | 'address' | 'subject_id'>,
  about: Pick<Read, 'family' | 'what'>,
): Read => ({ at: new Date(at), action, address, subject_id, ...about });

/** A line for each read, then a line for each family with the number to notify it (see breach.md). */
export function readsReport(area: string, reads: readonly Read[]): string {
  const lines = reads.map(({ at, action, address, subject_id, family, what }) =>
    [at.toISOString(), action, subject_id ?? '-', family?.user_id ?? '-', address ?? '-', what].join('\t'),
  );
  const families = new Map(
    reads.flatMap(({ family }) => (family ? [[family.user_id, family] as const] : [])),
  );
  const contacts = [...families.values()].map(
    ({ user_id, name, phone }) => `family\t${user_id}\t${name ?? '-'}\t${phone ?? '-'}`,
  );
  return [`${area}: ${reads.length} readings, ${families.size} families`, ...lines, ...contacts]
    .join('\n')
    .concat('\n');
}
