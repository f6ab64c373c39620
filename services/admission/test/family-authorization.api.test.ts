import { updateRegistration } from '@gerbang/contracts/registrations';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { ROLES } from '@gerbang/domain/roles';
import { authorizationTable, type Caller as Column } from '@gerbang/contracts/testing/authorization-table';
import { rowVersions } from '@gerbang/service-kit/testing/authorization-suite';
import { patient } from '@gerbang/service-kit/testing/patience';
import { type Caller, type Door, openDoor } from './door.ts';
import { childForm, makeChild, makeRegistration, proofForm, registrationForm, upload } from './families.ts';

const COLUMNS: readonly Column[] = ['anon', ...ROLES];
const ROWS = authorizationTable().filter((row) => /^(?:C(?:0\d|1[0-3]|31)|D01)$/u.test(row.id));
const CELLS = ROWS.flatMap((row) => COLUMNS.map((column) => [row.id, column, row.cells[column]] as const));
const SUCCESS: Readonly<Record<string, number>> = { C02: 201, C06: 204, C08: 201, C11: 204 };
const OF_REGISTRATION = new Set(['C09', 'C10', 'C11', 'C12', 'C13', 'D01']);
const WITHOUT_OBJECT = new Set(['C01', 'C02', 'C07']);

describe('authorization of children and registrations', () => {
  let door: Door;
  const callers = new Map<Column, Caller>();
  beforeAll(async () => {
    door = patient(await openDoor());
    for (const role of ROLES) callers.set(role, await door.caller(role));
  });
  afterAll(() => door.close());

  const together = async (family: Caller) => {
    const two = [await makeRegistration(door, family), await makeRegistration(door, family)];
    return proofForm(await upload(door, family), { registration_ids: two.map(({ id }) => id) });
  };

  /** A call that would succeed for the family whose child and registration it names. */
  async function request(id: string, family: Caller) {
    const child = await makeChild(door, family);
    const registration = OF_REGISTRATION.has(id) ? await makeRegistration(door, family, {}, child) : null;
    const bodies: Record<string, unknown> = {
      C02: childForm(),
      C04: { nick_name: 'Baru' },
      C05: childForm({ nick_name: 'Baru' }),
      C08: registrationForm(child.id),
      C10: { nisn: '0000000001' },
      C13: id === 'C13' ? proofForm(await upload(door, family)) : null,
      C31: id === 'C31' ? await together(family) : null,
    };
    return { params: { id: registration?.id ?? child.id }, body: bodies[id] };
  }

  const versions = rowVersions([
    'children',
    'consents',
    'registrations',
    'registration_numbers',
    'audit_events',
    'files',
  ]);
  const fingerprint = () => versions(door);

  test('when the table is read, then C01 to C13, C31 and D01 are there, each with a column a caller', () => {
    expect(ROWS).toHaveLength(15);
    expect(CELLS).toHaveLength(15 * 9);
  });

  test.each(CELLS)('when %s is called by %s, then the cell %s holds', async (id, column, sign) => {
    const caller = callers.get(column) ?? 'anon';
    const family = sign === 'O' && caller !== 'anon' ? caller : await door.caller();
    const call = await request(id, family);
    const before = await fingerprint();
    const answer = await door.call(id, caller, call);
    if (sign === 'O') {
      expect(answer.statusCode).toBe(SUCCESS[id] ?? 200);
      return;
    }
    expect(answer.statusCode).toBe(sign === '401' ? 401 : 403);
    expect(await fingerprint()).toBe(before);
  });

  test.each(ROWS.map((row) => row.id).filter((id) => !WITHOUT_OBJECT.has(id)))(
    'when %s names what another family has, then it is 404 and nothing changes',
    async (id) => {
      const theirs = await request(id, await door.caller());
      const caller = await door.caller();
      const ownFile = { payment_evidence_url: await upload(door, caller) };
      const body = ['C13', 'C31'].includes(id) ? { ...(theirs.body as object), ...ownFile } : theirs.body;
      const before = await fingerprint();
      const answer = await door.call(id, caller, { ...theirs, body });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
      expect(await fingerprint()).toBe(before);
    },
  );

  test('when a call is wrong in several ways, then role, id, body and object are looked at in this order', async () => {
    const staff = callers.get('admin') as Caller;
    const parent = callers.get('wali_murid') as Caller;
    const foreign = (await makeRegistration(door, await door.caller())).id;
    const bad = { nonsense: 1 };
    expect((await door.call(updateRegistration, staff, { params: { id: 'x' }, body: bad })).statusCode).toBe(
      403,
    );
    const id = await door.call(updateRegistration, parent, { params: { id: 'x' }, body: bad });
    expect([id.statusCode, id.json().message]).toEqual([400, 'Id pada alamat tidak valid.']);
    expect(
      (await door.call(updateRegistration, parent, { params: { id: foreign }, body: bad })).statusCode,
    ).toBe(400);
    const object = await door.call(payRegistration, parent, {
      params: { id: foreign },
      body: { payment_status: 'verified' },
    });
    expect(object.statusCode).toBe(404);
  });
});
