import { ROLES } from '@gerbang/domain/roles';
import type { Database } from '../data/database.ts';
import { byId } from '@gerbang/contracts/testing/endpoints-by-id';
import { authorizationTable, type Caller as Column } from '@gerbang/contracts/testing/authorization-table';
import { patient } from './patience.ts';

/** A valid id of no record. */
export const UNKNOWN_ID = '019a0000-0000-7000-8000-000000000001';
/** Invalid ids as they would stand in a path. */
const NO_IDS = [
  'x',
  `%7B${UNKNOWN_ID}%7D`,
  `urn:uuid:${UNKNOWN_ID}`,
  UNKNOWN_ID.slice(1),
  `${UNKNOWN_ID}%00`,
  '%27%20OR%201%3D1--',
];
const COLUMNS: readonly Column[] = ['anon', ...ROLES];

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  json(): { code?: string };
}

interface Call {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** The part of a service under test that the suite needs. */
export interface SweptDoor<Somebody> {
  call(id: string, caller: Somebody | 'anon', options: Call): Promise<Answer>;
  caller(role: (typeof ROLES)[number]): Promise<Somebody>;
  headers(caller: Somebody, more: { mcp: boolean }): Record<string, string>;
  identityFor(audience: string): Record<string, string>;
  readonly app: {
    inject(request: { method: string; url: string; headers: Record<string, string> }): Promise<Answer>;
  };
  close(): Promise<void>;
}

interface Sweep<Somebody, Door extends SweptDoor<Somebody>> {
  readonly service: string;
  /** The status of an allowed call with the params and body below, by row; these rows are tested here. */
  readonly allowed: Readonly<Record<string, number>>;
  /** Rows of the service that another test covers. */
  readonly elsewhere?: readonly string[];
  readonly params: Readonly<Record<string, string>>;
  /** Path parameters that are ids. */
  readonly ids?: readonly string[];
  readonly bodies: Readonly<Record<string, unknown>>;
  open(): Promise<Door>;
  /** A text that differs after any effect that a refused call could have had. */
  fingerprint(door: Door): Promise<string>;
}

/** A fingerprint from the row counts of the tables. */
export function rowCounts(tables: readonly string[]) {
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
  return async ({ database }: { database: Pick<Database, 'knex'> }): Promise<string> => {
    const { rows } = await database.knex.raw(`select ${counts.join()}`);
    return JSON.stringify(rows);
  };
}

/**
 * A fingerprint from the row counts of the tables and the newest transaction that wrote a row of each: it also differs after
 * an update, and does not read what the rows hold.
 */
export function rowVersions(tables: readonly string[]) {
  const versions = tables.map(
    (table) => `(select count(*) || ' ' || max(xmin::text::bigint) from ${table}) as ${table}`,
  );
  return async ({ database }: { database: Pick<Database, 'knex'> }): Promise<string> => {
    const { rows } = await database.knex.raw(`select ${versions.join()}`);
    return JSON.stringify(rows);
  };
}

/**
 * Tests every cell of the authorization table against one service, and invalid identities, invalid ids, and a password
 * that must be changed first. `more` adds tests of one service.
 */
export function authorizationSuite<Somebody, Door extends SweptDoor<Somebody>>(
  sweep: Sweep<Somebody, Door>,
  more?: (opened: { door: () => Door; as: (role: Column) => Somebody }) => void,
): void {
  const rows = authorizationTable().filter(
    ({ service, id }) => service === sweep.service && id in sweep.allowed,
  );
  const cells = rows.flatMap((row) => COLUMNS.map((column) => [row.id, column, row.cells[column]] as const));
  const ids = sweep.ids ?? ['id'];
  const withId = rows
    .filter(({ path }) => ids.some((name) => path.includes(`{${name}}`)))
    .map(({ id }) => [id]);

  describe(`authorization of ${sweep.service}`, () => {
    let door: Door;
    const callers = new Map<Column, Somebody>();
    beforeAll(async () => {
      door = patient(await sweep.open());
      for (const role of ROLES) callers.set(role, await door.caller(role));
    });
    afterAll(() => door.close());
    const as = (column: Column) => callers.get(column)!;
    const allowedCaller = (id: string) => {
      const row = rows.find((one) => one.id === id)!;
      return as(ROLES.find((role) => row.cells[role] !== '.')!);
    };
    const request = (id: string): Call => ({ params: sweep.params, body: sweep.bodies[id] });

    test('when a row of the table is this service’s, then it is tested', () => {
      const own = authorizationTable().filter(({ service }) => service === sweep.service);
      const tried = [...Object.keys(sweep.allowed), ...(sweep.elsewhere ?? [])];
      expect(own.map(({ id }) => id).toSorted()).toEqual(tried.toSorted());
    });

    /** What the last refused call left, until an allowed one. */
    let known: string | undefined;
    test.each(cells)('when %s is called by %s, then the cell %s holds', async (id, column, sign) => {
      const before = known ?? (await sweep.fingerprint(door));
      const answer = await door.call(id, column === 'anon' ? 'anon' : as(column), request(id));
      if (sign === '401' || sign === '.') {
        expect(answer.statusCode).toBe(sign === '401' ? 401 : 403);
        known = await sweep.fingerprint(door);
        expect(known).toBe(before);
      } else {
        known = undefined;
        expect(answer.statusCode).toBe(sweep.allowed[id]);
      }
    });

    test.each(rows.map(({ id }) => [id]))(
      'when the identity of %s is missing, made up or meant for another service, then it is 401',
      async (id) => {
        const { method, path } = byId.get(id)!;
        const url = path.replace(/\{(\w+)\}/gu, (_all, name: string) => sweep.params[name] ?? UNKNOWN_ID);
        const other = sweep.service === 'auth' ? 'billing' : 'auth';
        for (const headers of [{}, { 'x-gerbang-identity': 'x.y.z' }, door.identityFor(other)])
          expect((await door.app.inject({ method, url, headers })).statusCode).toBe(401);
      },
    );

    test('when a password must be changed first, then every call but the public ones is 403 must_change_password', async () => {
      for (const { id } of rows.filter(({ cells: signs }) => signs.anon !== 'P')) {
        const caller = allowedCaller(id);
        const headers = door.headers(caller, { mcp: true });
        const answer = await door.call(id, caller, { ...request(id), headers });
        expect([id, answer.statusCode, answer.json().code]).toEqual([id, 403, 'must_change_password']);
      }
    });

    if (withId.length > 0)
      test.each(withId)('when the id of %s is none, then 400', async (id) => {
        for (const wrong of NO_IDS) {
          const params = { ...sweep.params, ...Object.fromEntries(ids.map((name) => [name, wrong])) };
          const answer = await door.call(id, allowedCaller(id), { params, body: sweep.bodies[id] });
          expect([wrong, answer.statusCode]).toEqual([wrong, 400]);
        }
      });

    more?.({ door: () => door, as });
  });
}
