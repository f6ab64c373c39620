import { getStaffRegistration } from '@gerbang/contracts/staff-registrations';
import { verifyPayment } from '@gerbang/contracts/registration-payments';
import { listAudit } from '@gerbang/contracts/audit';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { audit } from '@gerbang/service-kit/audit/audit';
import { sealAudit } from '@gerbang/service-kit/audit/audit-chain';
import { type ChainHead, chainHead } from '@gerbang/service-kit/audit/chain-head';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, openDoor } from './door.ts';
import { inState } from './staff.ts';

const run = promisify(execFile);

describe('looking things up in the trail', () => {
  let door: Door;
  let admin: Caller;
  let finance: Caller;
  let id: string;
  let made: Awaited<ReturnType<typeof inState>>['made'];
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-note-'));
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.caller('admin', 'Kepala TU');
    finance = await door.caller('finance', 'Budi 100% Santoso');
    ({ made } = await inState(door, 'paid'));
    ({ id } = made);
    await door.call(verifyPayment, finance, {
      params: { id },
      body: { payment_status: 'rejected', rejection_reason: 'Buram' },
    });
    await door.call(getStaffRegistration, finance, { params: { id } });
    await door.call(verifyPayment, finance, { params: { id }, body: { payment_status: 'verified' } });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await door.close();
  });
  const look = (query: string, who = admin) => door.call(listAudit, who, { query });
  const actions = async (query: string) =>
    (await look(query)).json().map((row: { action: string }) => row.action);

  test('when a person’s rows are asked for, then they say what was done to which record, newest first', async () => {
    const answer = await look(`limit=10&actor_id=${finance.id}`);
    expect(answer.headers['x-total-count']).toBe('3');
    expect(answer.json()[2]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      action: 'registration.payment_rejected',
      actor: { id: finance.id, name: 'Budi 100% Santoso', role: 'finance' },
      subject_id: id,
      subject: { name: made.child.full_name, number: made.registration_number, family_id: id },
      details: {
        child_id: expect.any(String),
        payment_status: { from: 'paid', to: 'rejected' },
        rejection_reason: { from: null, to: 'Buram' },
      },
      request_id: expect.any(String),
      address: '203.0.113.7',
    });
    expect(await actions(`actor_id=${finance.id}`)).toEqual([
      'registration.payment_verified',
      'registration.read',
      'registration.payment_rejected',
    ]);
  });

  test('when a role that reads no families looks, then a record has its number and not its name', async () => {
    const [row] = (await look(`limit=1&subject_id=${id}`, await door.caller('it'))).json();
    expect(row.subject).toEqual({ name: null, number: made.registration_number, family_id: id });
  });

  test('when record, action, name and time are given, then only what fits all of them is there', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(new Date());
    expect(await actions(`subject_id=${id}&action=registration.read`)).toEqual(['registration.read']);
    expect(await actions(`subject_id=${id}&action=child`)).toEqual([]);
    expect(await actions(`subject_id=${id}&action=registration`)).toHaveLength(4);
    expect(await actions('search=budi 100%25')).toHaveLength(3);
    expect(await actions('search=%25%25')).toEqual([]);
    expect(await actions(`actor_id=${finance.id}&from=${today}&to=${today}`)).toHaveLength(3);
    expect(await actions(`actor_id=${finance.id}&to=2020-01-01`)).toEqual([]);
    expect(await actions(`actor_id=${uuidv7()}`)).toEqual([]);
  });

  test('when a child or a number is typed, then the rows of the child and its registration are there, names only for who reads families', async () => {
    const rows = await actions(`subject_id=${id}`);
    const { full_name: name } = made.child;
    const { child_id: child } = await door.db('registrations').where({ id }).first();
    const found = await look(`search=${encodeURIComponent(name.toUpperCase())}&limit=200`);
    const subjects = found.json().map((row: { subject_id: string }) => row.subject_id);
    expect(new Set(subjects)).toEqual(new Set([id, child]));
    expect(subjects.filter((one: string) => one === id)).toHaveLength(rows.length);
    const it = await door.caller('it');
    expect(await actions(`search=${made.registration_number}&action=registration`)).toEqual(rows);
    expect(await actions(`search=${encodeURIComponent(name)}&action=registration.read`)).toHaveLength(1);
    expect((await look(`search=${encodeURIComponent(name)}`, it)).json()).toEqual([]);
    expect((await look(`search=${made.registration_number}`, it)).json()).not.toEqual([]);
  });

  test('when an event lies at the edge of a day, then the day is Jakarta’s', async () => {
    const subject = uuidv7();
    await audit(door.db, { action: 'edge.test', actor: null, subject });
    await door.db.transaction(async (trx) => {
      await trx.raw("set local session_replication_role = 'replica'");
      await trx('audit_events')
        .where({ subject_id: subject })
        .update({ at: new Date('2026-03-01T17:00:00Z') });
    });
    expect(await actions(`subject_id=${subject}&from=2026-03-02&to=2026-03-02`)).toEqual(['edge.test']);
    expect(await actions(`subject_id=${subject}&from=2026-03-01&to=2026-03-01`)).toEqual([]);
    expect((await look(`subject_id=${subject}`)).json()[0].actor).toBeNull();
  });

  test('when pages are followed, then every row comes once', async () => {
    const whole = (await look('')).json().map((row: { id: string }) => row.id);
    const seen: string[] = [];
    let query: string | null = 'limit=2';
    while (query) {
      const answer = await look(query);
      seen.push(...answer.json().map((row: { id: string }) => row.id));
      query = /\?([^>]+)>; rel="next"/u.exec(String(answer.headers.link))?.[1] ?? null;
    }
    expect(seen).toEqual(whole);
  });

  test.each([
    'actor_id=x',
    'subject_id=1',
    'action=A',
    'action=a.b.c',
    'from=kemarin',
    'to=2026-02-30',
    'sort=action',
    'x=1',
  ])('B when the query is %s, then 400', async (query) => {
    expect((await look(query)).statusCode).toBe(400);
  });

  test('when a sealed row is altered or removed by a superuser, then the operator’s check fails and names the place', async () => {
    const { DATABASE_URL, AUDIT_KEY } = door.context.config;
    const key = Buffer.alloc(32, 1).toString('base64');
    const env = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      DATABASE_URL,
      BUS_KEYS: `k1:${key}`,
      COLUMN_KEYS: `c1:${key}`,
      BLIND_INDEX_KEY: key,
      AUDIT_KEY: AUDIT_KEY.toString('base64'),
    };
    const verify = (...args: string[]) =>
      run(process.execPath, [join(__dirname, '../src/programs.ts'), 'verify-audit', ...args], { env });
    while ((await sealAudit(door.database, AUDIT_KEY)) > 0);
    expect((await verify()).stdout).toMatch(/the audit trail is whole \(\d+ rows sealed\)/u);
    const rows = await door.db('audit_chain').orderBy('position');
    const above = (work: (trx: typeof door.db) => Promise<unknown>) =>
      door.db.transaction(async (trx) => {
        await trx.raw("set local session_replication_role = 'replica'");
        await work(trx);
      });
    const note = join(folder, 'note.trails.json');
    const last = (await chainHead(door.db)) as ChainHead;
    const made = '2026-11-22T02:00:00.000Z';
    writeFileSync(note, JSON.stringify({ made, trails: { admission: last } }));
    expect((await verify('--note', note)).stdout).toContain(`rows sealed), as noted at ${made}`);
    writeFileSync(note, JSON.stringify({ made, trails: { admission: { ...last, hash: '00' } } }));
    await expect(verify('--note', note)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`was REWRITTEN at or before position ${last.position}, since ${made}`),
    });
    writeFileSync(
      note,
      JSON.stringify({ made, trails: { admission: { ...last, position: last.position + 1 } } }),
    );
    await expect(verify('--note', note)).rejects.toMatchObject({
      stderr: expect.stringContaining('was CUT'),
    });
    await expect(verify('--note', __filename)).rejects.toMatchObject({
      stderr: `${__filename} is no note of a backup\n`,
    });
    const [third, fifth] = [rows[2], rows[4]];
    await above((trx) => trx('audit_events').where({ id: fifth.event_id }).delete());
    await expect(verify()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`BROKEN at position ${fifth.position}`),
    });
    await above((trx) =>
      trx('audit_events').where({ id: third.event_id }).update({ actor_name: 'Orang Lain' }),
    );
    await expect(verify()).rejects.toMatchObject({
      stderr: expect.stringContaining(`BROKEN at position ${third.position}`),
    });
  });
});
