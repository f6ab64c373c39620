import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLES, type Role } from '@gerbang/domain/roles';
import { projectRoot } from '@gerbang/local/paths';

export type Column = Role | 'anon';

/** A row of the project's authorization table. */
export interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly service: string;
  readonly cells: Readonly<Record<Column, string>>;
}

export const COLUMNS: readonly Column[] = ['anon', ...ROLES];

function fields(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(
    (match) => match[1]?.replaceAll('""', '"') ?? match[2] ?? '',
  );
}

/** The project's copy of the authorization table: one row a call. */
export function authorizationTable(): Row[] {
  const file = join(projectRoot, 'packages/contracts/test/authorization.csv');
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', method = '', path = '', service = '', ...rest] = fields(line);
      const cells = Object.fromEntries(COLUMNS.map((column, at) => [column, rest[at] ?? '']));
      return { id, method, path, service, cells: cells as Record<Column, string> };
    });
}

/** Whether a cell lets the caller come as far as the object. */
export const enters = (sign: string): boolean => sign !== '.' && sign !== '401' && sign !== '404';
