import { problemSchema } from '@gerbang/contracts/problem';
import { ROLES } from '@gerbang/domain/roles';
import fc from 'fast-check';
import { authorizationTable, type Caller as Column } from '../../../packages/contracts/test/table.ts';
import { type Caller, scriptedProvider, silentBus, startWorker } from './harness.ts';

/** What a call that may be made answers to an id that nobody has. */
const ALLOWED: Readonly<Record<string, number>> = {
  W01: 200,
  W02: 200,
  W03: 404,
  W04: 404,
  W05: 404,
  W06: 200,
};
const SOMETHING = '019a0000-0000-7000-8000-000000000001';
const COLUMNS: readonly Column[] = ['anon', ...ROLES];
const ROWS = authorizationTable().filter((row) => row.service === 'notification');
const CELLS = ROWS.flatMap((row) => COLUMNS.map((column) => [row.id, column, row.cells[column]] as const));

describe('authorization at the door of the board', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  const callers = new Map<Column, Caller>();
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
    for (const role of ROLES) callers.set(role, await worker.account(role));
    await worker.ask();
  });
  afterAll(() => worker.stop());
  const as = (column: Column) => (column === 'anon' ? 'anon' : callers.get(column)!);
  const fingerprint = async () =>
    JSON.stringify([await worker.knex('notifications'), await worker.knex('audit_events').count('*')]);

  test('when a row of the table belongs to the service, then the tests know its call', () => {
    expect(ROWS.map(({ id }) => id)).toEqual(Object.keys(ALLOWED));
  });

  test.each(CELLS)('when %s is called by %s, then the cell %s holds', async (id, column, sign) => {
    const before = await fingerprint();
    const answer = await worker.call(id, as(column), { id: SOMETHING });
    const refused = { '401': 401, '.': 403 }[sign];
    expect(answer.statusCode).toBe(refused ?? ALLOWED[id]);
    if (refused) expect(await fingerprint()).toBe(before);
  });

  test.each(ROWS.map((row) => [row.id]))(
    'when the identity of %s is missing, made up or meant for another service, then it is 401',
    async (id) => {
      const row = ROWS.find((one) => one.id === id)!;
      const url = row.path.replace('{id}', SOMETHING);
      const method = row.method as 'GET' | 'POST';
      for (const headers of [{}, { 'x-gerbang-identity': 'a.b.c' }, worker.identityFor('auth')]) {
        expect((await worker.service.app.inject({ method, url, headers })).statusCode).toBe(401);
      }
      const mustChange = worker.headers(callers.get('admin')!, true);
      const answer = await worker.service.app.inject({ method, url, headers: mustChange });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'must_change_password']);
    },
  );

  test.each(['W03', 'W04', 'W05'])('B9 when the id of %s is none, then 400', async (id) => {
    for (const wrong of [
      'x',
      `{${SOMETHING}}`,
      SOMETHING.slice(1),
      `${SOMETHING}%00`,
      '%27%20OR%201%3D1--',
    ]) {
      const answer = await worker.call(id, as('admin'), { id: encodeURI(wrong).replaceAll('%25', '%') });
      expect([wrong, answer.statusCode]).toEqual([wrong, 400]);
    }
  });

  test('G30 when query, id or headers are anything, then it is never a 5xx and always the one shape', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        '1',
        '200',
        '-created_at',
        '%',
        '0001-01-01',
        '9999-12-31',
        'failed',
        '08123456789',
        '\uD800',
      ),
    );
    const name = fc.constantFrom(
      'search',
      'sort',
      'limit',
      'cursor',
      'kind',
      'status',
      'from',
      'to',
      'actor_id',
      'action',
      '__proto__',
    );
    const header = fc.constantFrom('', '"1"', 'W/"0"', '*', '"99999999999"', 'x', '-1');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, value), { maxLength: 4 }),
        fc.oneof(fc.uuid(), fc.string({ maxLength: 40 })),
        header,
        fc.oneof(fc.constant('kunci-panjang-1'), fc.constantFrom('', 'x', 'é', 'a b')),
        async (pairs, id, ifMatch, key) => {
          const query = new URLSearchParams(pairs).toString();
          const headers = { 'if-match': ifMatch, 'idempotency-key': key };
          const answers = [
            ...(await Promise.all(
              ['W01', 'W02', 'W06'].map((call) => worker.call(call, as('admin'), { query })),
            )),
            ...(await Promise.all(
              ['W03', 'W04', 'W05'].map((call) =>
                worker.call(call, as('admin'), { id: encodeURIComponent(id.toWellFormed()), headers }),
              ),
            )),
          ];
          for (const { statusCode, json } of answers) {
            expect([query, id, statusCode < 500]).toEqual([query, id, true]);
            if (statusCode < 400) continue;
            const problem = problemSchema.parse(json());
            for (const { message } of [problem, ...(problem.issues ?? [])]) {
              expect(message).not.toMatch(/invalid|expected|error|column|relation/i);
            }
          }
        },
      ),
      { numRuns: 120 },
    );
  });
});
