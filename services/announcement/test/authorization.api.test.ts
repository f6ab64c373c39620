import { ROLES } from '@gerbang/domain/roles';
import { byId } from '../../../packages/contracts/test/endpoints-by-id.ts';
import { authorizationTable, type Caller as Column } from '../../../packages/contracts/test/table.ts';
import { type Caller, type Door, openDoor } from './door.ts';

/** What a call that may be made answers to the request below. */
const ALLOWED: Readonly<Record<string, number>> = {
  N01: 200,
  N02: 404,
  N03: 201,
  N04: 404,
  N05: 404,
  N06: 404,
  N07: 404,
  N08: 200,
  N09: 200,
  N10: 404,
  N11: 200,
};
const SOMEBODY = '019a0000-0000-7000-8000-000000000001';
const PARAMS = { id: SOMEBODY, jenjang: 'SD' };
const BODIES: Readonly<Record<string, unknown>> = {
  N03: { title: 'Judul', content: 'Isi', observation_period: 'Juli', jenjang: 'SD', results: [] },
  N04: { title: 'Judul' },
  N06: { status: 'approved' },
};
const COLUMNS: readonly Column[] = ['anon', ...ROLES];
const ROWS = authorizationTable().filter((row) => row.service === 'announcement');
const CELLS = ROWS.flatMap((row) => COLUMNS.map((column) => [row.id, column, row.cells[column]] as const));

describe('authorization at the door of announcements', () => {
  let door: Door;
  const callers = new Map<Column, Caller>();
  beforeAll(async () => {
    door = await openDoor();
    for (const role of ROLES) callers.set(role, await door.caller(role));
  });
  afterAll(() => door.close());

  const fingerprint = async () => {
    const counts: string[] = [];
    for (const table of ['announcements', 'announcement_results', 'audit_events', 'outbox']) {
      counts.push(String((await door.db(table).count('* as n').first())?.n));
    }
    return counts.join();
  };

  test('when a row of the table is this service’s, then it is tried here', () => {
    expect(ROWS.map((row) => row.id).toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
  });

  test.each(CELLS)('when %s is called by %s, then the cell %s holds', async (id, column, sign) => {
    const before = await fingerprint();
    const caller = column === 'anon' ? 'anon' : callers.get(column)!;
    const answer = await door.call(id, caller, { params: PARAMS, body: BODIES[id] });
    if (sign === '401' || sign === '.') {
      expect(answer.statusCode).toBe(sign === '401' ? 401 : 403);
      expect(await fingerprint()).toBe(before);
    } else {
      expect(answer.statusCode).toBe(ALLOWED[id]);
    }
  });

  test.each(ROWS.map((row) => [row.id]))(
    'when the identity of %s is missing or made up, then it is 401',
    async (id) => {
      const { method, path } = byId.get(id)!;
      const url = path.replace('{id}', SOMEBODY).replace('{jenjang}', 'SD');
      for (const headers of [{}, { 'x-gerbang-identity': 'x.y.z' }]) {
        expect((await door.app.inject({ method, url, headers })).statusCode).toBe(401);
      }
    },
  );

  test('when a role may not call, then that is said before ids and bodies are looked at', async () => {
    const finance = callers.get('finance')!;
    expect((await door.call('N03', finance, { body: { nonsense: 1 } })).statusCode).toBe(403);
    expect((await door.call('N02', finance, { params: { id: 'x' } })).statusCode).toBe(403);
    expect((await door.call('N09', callers.get('cs')!, { query: 'nonsense=1' })).statusCode).toBe(403);
  });

  test.each(['N02', 'N04', 'N05', 'N06', 'N07', 'N10'])(
    'B9 when the id of %s is none, then 400',
    async (id) => {
      for (const wrong of ['x', `{${SOMEBODY}}`, SOMEBODY.slice(1), `${SOMEBODY}%00`, '%27%20OR%201%3D1--']) {
        const answer = await door.call(id, callers.get('admin')!, {
          params: { id: encodeURI(wrong).replaceAll('%25', '%') },
          body: BODIES[id],
        });
        expect([wrong, answer.statusCode]).toEqual([wrong, 400]);
      }
    },
  );

  test.each(['sd', 'SMA', '%00', 'KB,TK'])('B21 when the level is %s, then 400', async (jenjang) => {
    const answer = await door.call('N08', callers.get('admin')!, { params: { jenjang } });
    expect(answer.statusCode).toBe(400);
  });
});
