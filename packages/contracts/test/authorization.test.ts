import { all, byId } from '../src/testing/endpoints-by-id.ts';
import { cell } from '../src/endpoint.ts';
import { authorizationTable, type Caller } from '../src/testing/authorization-table.ts';

/** What a cell of the table says before any object is looked up. */
function meaning(sign: string): 'allowed' | 401 | 403 {
  if (sign === '401') return 401;
  if (sign === '.') return 403;
  return 'allowed';
}

describe('the authorization table', () => {
  const rows = authorizationTable().filter((row) => byId.has(row.id));
  const cells = rows.flatMap((row) =>
    Object.entries(row.cells).map(([caller, sign]) => [row.id, caller as Caller, sign] as const),
  );

  test('when any call is made by any caller, then the contract says what its cell says', () => {
    const wrong = cells.filter(([id, caller, sign]) => cell(byId.get(id)!, caller) !== meaning(sign));
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(byId.size);
  });

  test('when a call is declared, then it has a row with its method, path and service', () => {
    const known = new Map(authorizationTable().map((row) => [row.id, row]));
    for (const value of all) {
      expect(known.get(value.id)).toMatchObject({
        method: value.method,
        path: value.path,
        service: value.service,
      });
    }
  });

  test('when a row belongs to the auth service, then its call is declared', () => {
    const owned = authorizationTable().filter((row) => row.service === 'auth');
    expect(owned.map((row) => row.id).filter((id) => !byId.has(id))).toEqual([]);
    expect(owned.length).toBeGreaterThan(10);
  });
});
