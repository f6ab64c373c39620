import { decideErasure, requestErasure } from '@gerbang/contracts/erasure-requests';
import { exportStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { randomUUID } from 'node:crypto';
import { type Caller, type Door, openDoor } from './door.ts';
import { activate, save, schoolStaff, settingsOf, withFee } from './school-world.ts';

const STALE = Math.floor(Date.now() / 1000) - 15 * 60 - 1;
const REFUSED = [403, 'fresh_proof_required'];

describe('what needs a fresh proof', () => {
  let door: Door;
  let admin: Caller;
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.caller('admin', 'Dewi Lestari');
  });
  afterAll(() => door.close());

  const stale = () => ({ headers: door.headers(admin, { fresh: STALE }) });
  const trail = async () => Number((await door.db('audit_events').count('* as n').first())?.n);

  test('when an erasure is approved, then the proof must be fresh; to refuse one it need not be', async () => {
    for (const [status, expected] of [
      ['approved', REFUSED],
      ['refused', [200, undefined]],
    ] as const) {
      const family = await door.caller();
      const { id } = (await door.call(requestErasure, family, { body: {} })).json();
      const body = { status, reason: 'Masih terdaftar' };
      const answer = await door.call(decideErasure, admin, { params: { id }, body, ...stale() });
      expect([status, answer.statusCode, answer.json().code]).toEqual([status, ...expected]);
      const row = await door.db('erasure_requests').where({ id }).first();
      expect(row.status).toBe(status === 'approved' ? 'received' : 'refused');
    }
  });

  test('when personal numbers are exported, then the proof must be fresh; without them it need not be', async () => {
    const before = await trail();
    const refused = await door.call(exportStaffRegistrations, admin, { query: 'personal=1', ...stale() });
    expect([refused.statusCode, refused.json().code, await trail()]).toEqual([...REFUSED, before]);
    expect((await door.call(exportStaffRegistrations, admin, stale())).statusCode).toBe(200);
    const fresh = await door.call(exportStaffRegistrations, admin, { query: 'personal=1' });
    expect(fresh.statusCode).toBe(200);
  });

  test('when settings of money are activated, then the proof must be fresh, and the same key goes on; for others it need not be', async () => {
    const staff = await schoolStaff(door);
    const fee = withFee(settingsOf(door), 'SD', 600_000);
    const { row_version } = (await save(door, staff.finance, fee)).json();
    const key = randomUUID();
    const before = await trail();
    const old = door.headers(staff.admin, { fresh: STALE });
    const refused = await activate(door, staff.admin, row_version, key, old);
    expect([refused.statusCode, refused.json().code, await trail()]).toEqual([...REFUSED, before]);
    expect((await activate(door, staff.admin, row_version, key)).statusCode).toBe(200);
    const other = (await save(door, staff.it, { ...settingsOf(door), city: 'Depok' })).json();
    const answer = await activate(door, staff.admin, other.row_version, randomUUID(), old);
    expect(answer.statusCode).toBe(200);
  });

  test('when a role may not export personal numbers, then it is told so, whatever its proof', async () => {
    const clerk = await door.caller('cs');
    const headers = door.headers(clerk, { fresh: STALE });
    const answer = await door.call(exportStaffRegistrations, clerk, { query: 'personal=1', headers });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
  });
});
