import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLES, type Role } from '@gerbang/domain/roles';

export type Caller = Role | 'anon';

/** A row of the authorization table. */
export interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly service: string;
  readonly cells: Readonly<Record<Caller, string>>;
}

/** One line of CSV with quoted fields. */
function fields(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(
    (match) => match[1]?.replaceAll('""', '"') ?? match[2] ?? '',
  );
}

/** The authorization table, a row a call (the callers' columns in the order of the file). */
export function authorizationTable(): Row[] {
  const lines = readFileSync(join(import.meta.dirname, '..', '..', 'test', 'authorization.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return lines.map((line) => {
    const [id = '', method = '', path = '', service = '', ...rest] = fields(line);
    const callers: Caller[] = ['anon', ...ROLES];
    const cells = Object.fromEntries(callers.map((caller, index) => [caller, rest[index] ?? '']));
    return { id, method, path, service, cells: cells as Record<Caller, string> };
  });
}
