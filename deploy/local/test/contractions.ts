/**
 * Statements of a migration that programs of the release before could stumble over: they take something away that those
 * read or write, or refuse rows that those write. Such a migration comes a release later, when no program needs it.
 */
const CONTRACTING: readonly RegExp[] = [
  /\bdrop table\b.*/u,
  /\bdrop column\b.*/u,
  /\brename (?:to|column|constraint)\b.*/u,
  /\balter column \w+ (?:set data )?type\b.*/u,
  /\balter column \w+ (?:set not null|drop default)\b/u,
  /\badd column \w+ (?:(?!\bdefault\b)[^,])*\bnot null\b(?![^,]*\bdefault\b)[^,]*/u,
  /\badd (?:constraint \w+ )?(?:check|unique|primary key|foreign key|exclude)\b.*/u,
  /\bcreate unique index\b.*/u,
];
const MADE = /create (?:unlogged )?table (?:if not exists )?(\w+)/gu;
const OF_TABLE = /(?:alter table(?: only)?|create unique index \w+ on|drop table(?: if exists)?) (\w+)/u;
/** A migration says in a comment why its contraction is safe with the programs of the release before. */
const MARK = /(?:\/\/|\*|--) Contracts: \S/u;

/** The contracting statements of the `up` of a migration's source, shortened; none where it is marked with its reason. */
export function contractionsOf(source: string): string[] {
  if (MARK.test(source)) return [];
  const down = source.indexOf('export async function down');
  const up = (down < 0 ? source : source.slice(0, down)).replaceAll(/\s+/gu, ' ').toLowerCase();
  // A table that the same migration makes has no users yet.
  const made = new Set([...up.matchAll(MADE)].map(([, table]) => table));
  return up
    .split(/[;`]/u)
    .filter((statement) => !made.has(OF_TABLE.exec(statement)?.[1]))
    .flatMap((statement) => CONTRACTING.flatMap((one) => one.exec(statement)?.[0].slice(0, 80) ?? []));
}
