import { longTest } from '@gerbang/domain/testing/runs';
import { createVerifier, type Verifier } from '@gerbang/service-kit/http/identity';
import { identityKeys } from '@gerbang/service-kit/http/identity-keys';
import { createLogger } from '@gerbang/service-kit/program/logger';
import Fastify, { type FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { buildApp } from '@gerbang/admission-service/app';
import { loadDemo } from '@gerbang/admission-service/demo/load-demo';
import { openDoor as openAdmission, type Door as AdmissionDoor } from '@gerbang/admission-service/test/door';
import { upload } from '@gerbang/admission-service/test/families';
import { inState } from '@gerbang/admission-service/test/staff';
import { openDoor, type Door } from './door.ts';
import { sheetOf } from './sheet.ts';

const LIST = '/api/admin/registrations';
const MANY = 3000;

/** The gateway before the real admission, and before an auth that says what reaches it. */
describe('calls of the staff through the gateway', () => {
  let admission: AdmissionDoor;
  let service: FastifyInstance;
  let door: Door;
  let url: string;
  let id: string;
  const sessions: Record<string, string> = {};
  beforeAll(async () => {
    admission = await openAdmission();
    let verify: Verifier = () => null;
    service = buildApp(
      {
        name: 'admission',
        logger: createLogger('admission', 'silent'),
        identity: (header) => verify(header),
      },
      admission.context,
    );
    const ADMISSION_URL = await service.listen({ host: '127.0.0.1', port: 0 });
    door = await openDoor({ ADMISSION_URL });
    verify = createVerifier(identityKeys(door.identity.secrets, 'admission'), 'admission');
    url = await door.app.listen({ host: '127.0.0.1', port: 0 });
    for (const role of ['finance', 'cs', 'admin', 'wali_murid'] as const) {
      const caller = await admission.caller(role, `Orang ${role}`);
      sessions[role] = await door.login({ userId: caller.id, role });
    }
    const paid = await inState(admission, 'paid');
    id = paid.made.id;
    const proof = await upload(admission, paid.family);
    await loadDemo(admission.context, {
      registrations: MANY,
      seed: 1,
      proofId: proof.split('/').at(-1) ?? '',
    });
  });
  afterAll(async () => {
    await door.close();
    await service.close();
    await admission.close();
  });
  const get = (path: string, role = 'finance', headers: Record<string, string> = {}) =>
    door.call('GET', path, { sid: sessions[role] ?? '', headers });

  test('when a report is exported, then the sheet holds its figures, for the roles and filters of the report', async () => {
    const answer = await get('/api/admin/reports/admission.xlsx?jenjang=SD&academic_year=2026/2027');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/laporan-penerimaan-\d{4}-\d\d-\d\d\.xlsx/u);
    const report = await get('/api/admin/reports/admission?jenjang=SD&academic_year=2026/2027');
    const [registered] = report.json().total.steps;
    expect(registered.count).toBeGreaterThan(0);
    const sheet = sheetOf(answer.rawPayload);
    expect(sheet).toContain('Terdaftar');
    expect(sheet).toContain(`<v>${registered.count}</v>`);
    const status = async (path: string, role?: string) => (await get(path, role)).statusCode;
    expect(await status('/api/admin/reports/admission.xlsx', 'wali_murid')).toBe(403);
    expect(await status('/api/admin/reports/admission.xlsx?unknown=1')).toBe(400);
    expect(await status('/api/admin/reports/admission.xlsx?by=yesterday')).toBe(400);
    expect(await status('/api/admin/reports/admission.xlsx?by=')).toBe(400);
    expect(await status('/api/admin/reports/salaries.xlsx')).toBe(400);
  });

  test('when the list is asked for, then a page, its total and the way to the next one come through', async () => {
    const first = await get(`${LIST}?limit=50&jenjang=SD&sort=child_name`);
    expect(first.statusCode).toBe(200);
    expect(first.headers['cache-control']).toBe('no-store');
    const rows: { id: string; jenjang: string }[] = first.json();
    expect(rows).toHaveLength(50);
    expect(new Set(rows.map((row) => row.jenjang))).toEqual(new Set(['SD']));
    const total = Number(first.headers['x-total-count']);
    expect(total).toBe((await get(`${LIST}/summary?jenjang=SD`)).json().total);
    const next = /<([^>]+)>; rel="next"/u.exec(String(first.headers.link))?.[1] ?? '';
    const second = await get(next);
    expect(second.headers['x-total-count']).toBe(String(total));
    const seen = new Set([...rows, ...second.json()].map((row: { id: string }) => row.id));
    expect(seen.size).toBe(100);
    expect(first.body + second.body).not.toMatch(/nik"|ktp|kk_number|income|bank_/u);
  });

  test('when one is opened, then its whole record comes, and the trail has who, which and the request', async () => {
    const answer = await get(`${LIST}/${id}`, 'cs', { 'x-request-id': 'tidak-dipercaya' });
    expect([answer.statusCode, answer.json().id]).toEqual([200, id]);
    const [row] = await admission.db('audit_events').where({ subject_id: id, action: 'registration.read' });
    expect(row).toMatchObject({
      actor_name: 'Orang cs',
      actor_role: 'cs',
      // The gateway's, not what the client calls itself.
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      address: '127.0.0.1',
    });
    expect((await get(`${LIST}/${id.replace(/^./u, 'f')}`, 'cs')).statusCode).toBe(404);
  });

  test('when the caller is a parent or anonymous, then no row and no file is sent', async () => {
    for (const path of [LIST, `${LIST}/${id}`, `${LIST}/export`, `${LIST}/summary`, '/api/admin/audit']) {
      expect((await get(path, 'wali_murid')).statusCode).toBe(403);
      expect((await door.call('GET', path)).statusCode).toBe(401);
    }
  });

  test('when the list is exported, then the whole workbook flows through, none of it held back', async () => {
    const answer = await fetch(`${url}${LIST}/export`, { headers: { cookie: sessions.finance ?? '' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="pendaftaran-/u);
    expect(answer.headers.get('content-length')).toBeNull();
    const parts: Buffer[] = [];
    for await (const part of answer.body ?? []) parts.push(Buffer.from(part));
    expect(parts.length).toBeGreaterThan(1);
    const sheet = sheetOf(Buffer.concat(parts));
    expect(sheet.match(/<row>/gu)).toHaveLength(1 + 1 + MANY);
    const [trail] = await admission.db('audit_events').where({ action: 'registration.exported' });
    expect(trail.details).toMatchObject({ rows: MANY + 1, personal: false });
  });

  test('when a client leaves in the middle of an export, then the next one has its place', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const leaving = new AbortController();
      const answer = await fetch(`${url}${LIST}/export`, {
        headers: { cookie: sessions.finance ?? '' },
        signal: leaving.signal,
      });
      expect(answer.status).toBe(200);
      await answer.body?.getReader().read();
      leaving.abort();
    }
    const answer = await fetch(`${url}${LIST}/export?jenjang=KB`, {
      headers: { cookie: sessions.finance ?? '' },
    });
    expect(sheetOf(Buffer.from(await answer.arrayBuffer()))).toContain('KB');
  });

  longTest(
    'when a service falls silent in the middle of an export, then the client learns that the file is not whole',
    async () => {
      const silent = Fastify();
      silent.get('/*', (_request, reply) => {
        const body = new Readable({ read: () => undefined });
        body.push(Buffer.alloc(200_000, 'x'));
        return reply.type('application/octet-stream').send(body);
      });
      const waiting = await openDoor({ ADMISSION_URL: await silent.listen({ host: '127.0.0.1', port: 0 }) });
      const cookie = await waiting.login({ role: 'finance' });
      const address = await waiting.app.listen({ host: '127.0.0.1', port: 0 });
      const answer = await fetch(`${address}${LIST}/export`, { headers: { cookie } });
      expect(answer.status).toBe(200);
      await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
      await waiting.close();
      silent.server.closeAllConnections();
      await silent.close();
    },
  );

  test('when trails are looked up, then each service is asked for its own, and only by admin and it', async () => {
    const own = await get(`/api/admin/audit?limit=5&subject_id=${id}`, 'admin');
    expect([own.statusCode, own.json()[0].subject_id]).toEqual([200, id]);
    const before = door.seen.length;
    door.respondWith(() => []);
    expect((await get('/api/admin/audit/accounts?limit=5&action=user', 'admin')).json()).toEqual([]);
    expect(door.seen.slice(before)).toMatchObject([
      { method: 'GET', url: '/api/admin/audit/accounts?limit=5&action=user' },
    ]);
    for (const path of ['/api/admin/audit', '/api/admin/audit/accounts']) {
      expect((await get(path, 'finance')).statusCode).toBe(403);
    }
    expect(door.seen).toHaveLength(before + 1);
  });
});
