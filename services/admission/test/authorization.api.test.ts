import { ROLES } from '@gerbang/domain/roles';
import { authorizationTable, type Caller as Column } from '../../../packages/contracts/test/table.ts';
import { byId } from '../../../packages/contracts/test/endpoints-by-id.ts';
import { type Caller, type Door, openDoor } from './door.ts';

/** What a call that may be made answers to the request below; calls of other areas add theirs. */
const ALLOWED: Readonly<Record<string, number>> = {
  B01: 200,
  B02: 200,
  B03: 200,
  B04: 200,
  B05: 200,
  B06: 200,
  B07: 200,
  B08: 422,
  B09: 422,
  B11: 201,
  B12: 200,
  B13: 200,
  B14: 404,
  C01: 200,
  C02: 201,
  C03: 404,
  C04: 404,
  C05: 404,
  C06: 404,
  C07: 200,
  C08: 404,
  C09: 404,
  C10: 404,
  C11: 404,
  C12: 404,
  C13: 404,
  C15: 200,
  C16: 404,
  C17: 404,
  C18: 404,
  C19: 404,
  C21: 200,
  C22: 200,
  C23: 200,
  X02: 404,
  G02: 200,
};
const SOMEBODY = '019a0000-0000-7000-8000-000000000001';
const PARAMS = { id: SOMEBODY, provinceCode: '31', regencyCode: '31.74', districtCode: '31.74.01' };
const BODIES: Readonly<Record<string, unknown>> = {
  B03: { father_name: 'Bapak' },
  B09: { otp: '123456' },
  B11: {},
  B14: { status: 'approved' },
  C02: { full_name: 'Anak', birth_city: 'Jakarta', birth_date: '2019-05-04' },
  C04: { nick_name: 'Nak' },
  C05: { nick_name: 'Nak' },
  C08: { child_id: SOMEBODY, jenjang: 'KB', academic_year: '2027/2028' },
  C10: { information: 'x' },
  C13: { payment_status: 'pending' },
  C17: { current_stage: 'registered' },
  C18: { payment_evidence_url: `/api/files/${SOMEBODY}`, payment_status: 'paid' },
  C19: { payment_status: 'verified' },
};
const COLUMNS: readonly Column[] = ['anon', ...ROLES];
const ROWS = authorizationTable().filter((row) => row.service === 'admission' && row.id in ALLOWED);
const CELLS = ROWS.flatMap((row) => COLUMNS.map((column) => [row.id, column, row.cells[column]] as const));

describe('authorization at the door of admission', () => {
  let door: Door;
  const callers = new Map<Column, Caller>();
  beforeAll(async () => {
    door = await openDoor();
    for (const role of ROLES) callers.set(role, await door.caller(role));
  });
  afterAll(() => door.close());

  const fingerprint = async () => {
    const counts: string[] = [];
    for (const table of [
      'parents',
      'children',
      'registrations',
      'erasure_requests',
      'audit_events',
      'outbox',
    ]) {
      counts.push(String((await door.db(table).count('* as n').first())?.n));
    }
    return counts.join();
  };

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
    'when the identity of %s is missing, made up or meant for another service, then it is 401',
    async (id) => {
      const { method, path } = byId.get(id)!;
      const url = path.replace(/\{\w+\}/gu, SOMEBODY);
      for (const headers of [{}, { 'x-gerbang-identity': 'x.y.z' }, door.identityFor('auth')]) {
        expect((await door.app.inject({ method, url, headers })).statusCode).toBe(401);
      }
    },
  );

  test('when a password must be changed first, then every call is 403 must_change_password', async () => {
    for (const row of ROWS) {
      const caller = callers.get(ROLES.find((role) => row.cells[role] !== '.')!)!;
      const headers = door.headers(caller, { mcp: true });
      const answer = await door.call(row.id, caller, { params: PARAMS, body: BODIES[row.id], headers });
      expect([row.id, answer.statusCode, answer.json().code]).toEqual([row.id, 403, 'must_change_password']);
    }
  });

  test('when a role may not call, then that is said before ids and bodies are looked at', async () => {
    const staff = callers.get('cs')!;
    expect((await door.call('B03', staff, { body: { nonsense: 1 } })).statusCode).toBe(403);
    expect((await door.call('C03', staff, { params: { id: 'x' } })).statusCode).toBe(403);
  });

  test.each(['C03', 'C04', 'C06', 'C09', 'C10', 'C11', 'C12', 'C13', 'C16', 'C17', 'C18', 'C19', 'X02'])(
    'B9 when the id of %s is none, then 400',
    async (id) => {
      const caller = callers.get(/^(?:C1[6-9]|X)/u.test(id) ? 'admin' : 'wali_murid')!;
      for (const wrong of [
        'x',
        `{${SOMEBODY}}`,
        `urn:uuid:${SOMEBODY}`,
        SOMEBODY.slice(1),
        `${SOMEBODY}%00`,
        '%27%20OR%201%3D1--',
      ]) {
        const answer = await door.call(id, caller, {
          params: { id: encodeURI(wrong).replaceAll('%25', '%') },
          body: BODIES[id],
        });
        expect([wrong, answer.statusCode]).toEqual([wrong, 400]);
      }
    },
  );
});
