import * as numberCalls from '@gerbang/contracts/number-requests';
import * as viewCalls from '@gerbang/contracts/list-views';
import * as userCalls from '@gerbang/contracts/users';
import { ROLES } from '@gerbang/domain/roles';
import { authorizationTable, type Caller } from '@gerbang/contracts/testing/authorization-table';
import { byId } from '@gerbang/contracts/testing/endpoints-by-id';
import { Authenticator } from './authenticator.ts';
import { type Door, openDoor, type TestAccount } from './door.ts';

const CALLERS: readonly Caller[] = ['anon', ...ROLES];
const ROWS = authorizationTable().filter((row) => row.service === 'auth');
const CELLS = ROWS.flatMap((row) => CALLERS.map((caller) => [row.id, caller, row.cells[caller]] as const));

/** The statuses of allowed calls with the bodies below, where it is not 200. */
const EXPECTED: Readonly<Record<string, number>> = {
  A02: 401,
  A03: 201,
  A05: 422,
  A10: 201,
  A12: 204,
  A14: 409,
  A15: 422,
  A16: 422,
  A21: 422,
  A22: 201,
  A23: 422,
  A25: 404,
  A26: 401,
  A27: 422,
  A28: 204,
  A29: 201,
  A32: 422,
  A34: 409,
  A36: 201,
  A38: 204,
  I02: 201,
  I04: 409,
  M07: 422,
  M08: 422,
};
const VIEW = { name: 'Pagi', settings: { filters: {}, sort: null, hidden: [], widths: {} }, shared: false };
const NO_OPTIONS = { rp: { id: 'localhost' }, challenge: 'none' };

describe('authorization of auth', () => {
  let door: Door;
  const accounts = new Map<Caller, TestAccount>();
  beforeAll(async () => {
    door = await openDoor({ MAIL_FROM: 'Sekolah Contoh <ppdb@contoh.sch.id>' });
    for (const role of ROLES) accounts.set(role, await door.account({ role }));
    await door.account({ role: 'admin' });
  });
  afterAll(() => door.close());

  /** A lost-number request about the account, which customer service opened. */
  async function openedRequest(target: TestAccount): Promise<string> {
    const { openNumberRequest } = numberCalls;
    const body = { phone: door.phone(), checked: ['email_proved', 'id_card_seen'] };
    const opened = await door.call(openNumberRequest, accounts.get('cs') ?? 'anon', { id: target.id, body });
    return opened.json().id;
  }

  /** A view of the caller's own, where the role may have one. */
  async function ownView(caller: Caller, name: string): Promise<string> {
    const account = accounts.get(caller);
    if (!account || account.role === 'wali_murid') return account?.id ?? crypto.randomUUID();
    const body = { ...VIEW, list: 'users', name };
    return (await door.call(viewCalls.saveListView, account, { body })).json().id;
  }

  /** A request that the service accepts or refuses by its content, for every caller who may make it. */
  async function request(id: string, caller: Caller) {
    const target = await door.account();
    const bodies: Record<string, unknown> = {
      A02: { identifier: `${target.id}@tidak-ada.id`, password: 'salah-sekali' },
      A03: { name: 'Baru', phone: door.phone(), email: `${target.id}@baru.id`, password: 'payung-biru-laut' },
      A05: { currentPassword: 'salah-sekali', newPassword: 'payung-biru-laut' },
      A06: { email: target.email },
      A07: { email: target.email, otp: '123456' },
      A08: { email: target.email, otp: '123456', newPassword: 'payung-biru-laut' },
      A10: { email: `${target.id}@staf.id`, name: 'Baru', role: 'cs', password: 'abc123' },
      A11: { name: 'Nama Baru' },
      A15: { otp: '123456' },
      A16: { phone: door.phone(), password: 'salah-sekali' },
      A21: { credential: new Authenticator().create(NO_OPTIONS) },
      A22: {},
      A23: { otp: '123456' },
      A26: { token: 'tidak-ada', otp: '123456' },
      A27: { password: 'salah-sekali' },
      A28: { reason: 'Ponsel hilang' },
      A29: { phone: door.phone(), checked: ['email_proved', 'id_card_seen'] },
      A30: { decision: 'refused', note: 'KTP tidak cocok' },
      I02: { name: 'Keluarga Baru', phone: door.phone() },
      A32: { token: 'a'.repeat(43) },
      A36: { ...VIEW, list: 'invoices', name: target.id },
      A37: { ...VIEW, name: target.id.slice(0, 20) },
      M07: { token: 'a'.repeat(43) },
      M08: { email: `${target.id}@lain.id`, password: 'salah-sekali' },
      M09: { email: target.email },
    };
    const query = { A33: 'search=Wali', A35: 'list=users' }[id];
    const record =
      id === 'A30'
        ? await openedRequest(target)
        : id === 'A37' || id === 'A38'
          ? await ownView(caller, target.id)
          : target.id;
    return { target, options: { id: record, body: bodies[id], ip: door.address(), ...(query && { query }) } };
  }

  const fingerprint = async () => {
    const { rows } = await door.db.raw(`
      select
        (select md5(string_agg(concat_ws('|', id, name, role, session_epoch, deleted_at), ',' order by id)) from users) as users,
        (select count(*) from audit_events) as trail,
        (select md5(string_agg(id || ' ' || status, ',' order by id)) from number_requests) as numbers`);
    return JSON.stringify(rows);
  };

  test.each(CELLS)('when %s is called by %s, then the cell %s holds', async (id, caller, sign) => {
    const { options } = await request(id, caller);
    const before = await fingerprint();
    const endpoint = byId.get(id);
    if (!endpoint) throw new Error(`no call ${id}`);
    const response = await door.call(
      endpoint,
      caller === 'anon' ? 'anon' : (accounts.get(caller) ?? 'anon'),
      options,
    );
    if (sign === '401' || sign === '.') {
      expect(response.statusCode).toBe(sign === '401' ? 401 : 403);
      expect(response.headers['x-gerbang-session']).toBeUndefined();
      expect(await fingerprint()).toBe(before);
      return;
    }
    expect(response.statusCode).toBe(EXPECTED[id] ?? 200);
  });

  test('when the identity is missing, made up or meant for another service, then it is 401', async () => {
    for (const headers of [{}, { 'x-gerbang-identity': 'x.y.z' }, door.identityFor('notification')]) {
      const response = await door.app.inject({ method: 'POST', url: '/api/logout', headers });
      expect(response.statusCode).toBe(401);
    }
  });

  test('when a role may not call, then 403 comes before ids and bodies are validated', async () => {
    const parent = accounts.get('wali_murid') as TestAccount;
    expect(
      (await door.call(userCalls.updateUser, parent, { id: 'x', body: { nonsense: 1 } })).statusCode,
    ).toBe(403);
    expect((await door.call(userCalls.deleteUser, parent, { id: 'x' })).statusCode).toBe(403);
  });

  test.each([
    ['application/json', 422],
    ['application/json; charset=utf-8', 422],
    ['application/json;', 422],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
  ])(
    'when the content type is %s, then the response is %i or a refusal of the content',
    async (type, status) => {
      const account = accounts.get('cs') as TestAccount;
      const response = await door.app.inject({
        method: 'POST',
        url: '/api/change-password',
        headers: { ...door.headers(account), 'content-type': type },
        payload: JSON.stringify({ currentPassword: 'salah-sekali', newPassword: 'payung-biru-laut' }),
      });
      expect([status, 400, 415, 429]).toContain(response.statusCode);
      if (status === 415) expect(response.statusCode).toBe(415);
    },
  );
});
