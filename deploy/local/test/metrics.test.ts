import { rmSync } from 'node:fs';
import { testPlace } from '../src/demo-installation.ts';
import { type Stack, startStack } from '../src/stack.ts';
import { testFolder } from '../src/test-folder.ts';
import { figuresOf, OUTSIDE, queries } from './monitoring-files.ts';
import { until } from '@gerbang/service-kit/testing/until';

type Area = keyof Stack['metricsUrls'];
const AREAS: readonly Area[] = ['gateway', 'auth', 'admission', 'announcement', 'billing', 'notification'];
const RELAYING: readonly Area[] = ['auth', 'admission', 'announcement', 'billing'];
const EVERYBODY = [
  'http_request_seconds_bucket',
  'nodejs_eventloop_lag_p50_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'process_resident_memory_bytes',
  'process_start_time_seconds',
  'database_connections{state="used"',
  'database_connections{state="waiting"',
  'database_connections{state="limit"',
];
const OWN: Readonly<Record<Area, readonly string[]>> = {
  gateway: [
    'gateway_pressure',
    'gateway_condition{figure="reads"',
    'queue_jobs{queue="gateway",state="waiting"',
    'rate_limited_total{limit="address"',
    'session_commands_total{command="start"',
  ],
  auth: ['reset_codes_wrong', 'phones_freed_day', 'check_age_seconds{check="audit"'],
  admission: [
    'queue_jobs{queue="admission",state="failed"',
    'files_free_ratio',
    'erasure_requests_overdue',
    'check_age_seconds{check="audit"',
  ],
  announcement: ['queue_jobs{queue="announcement",state="delayed"', 'check_age_seconds{check="audit"'],
  billing: [
    'queue_jobs{queue="billing",state="active"',
    'check_age_seconds{check="books"',
    'pay_notifications_total{answer="taken"',
    'pay_notifications_total{answer="signature"',
  ],
  notification: [
    'queue_jobs{queue="notification-codes",state="waiting"',
    'queue_jobs{queue="notification-accounts",state="waiting"',
    'queue_jobs{queue="notification-bulk",state="waiting"',
    'bulk_pace{cause="',
    'backup_age_seconds',
    'backup_every_seconds',
    'messages_due',
    'messages_oldest_due_seconds',
    'messages_failed_day',
    'messages_held_day{limit="notices"',
    'message_stops',
    'check_age_seconds{check="audit"',
  ],
};

describe('figures of the running programs', () => {
  const dataDir = testFolder('gerbang-figures-');
  let stack: Stack;
  let stop: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    stack = await startStack({
      dataDir,
      ...(await testPlace(dataDir, 'figures')),
      shape: 'separate',
      pay: true,
    });
    stop = () => stack.stop();
  });
  afterAll(async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const read = async (area: Area) => (await fetch(stack.metricsUrls[area])).text();
  /** The sum of the lines that begin so and hold all of these labels. */
  async function sum(area: Area, name: string, ...labels: string[]): Promise<number> {
    return (await read(area))
      .split('\n')
      .filter((line) => line.startsWith(name) && labels.every((label) => line.includes(label)))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  }
  const post = (path: string, body: object) =>
    fetch(`${stack.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: stack.url, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body),
    });

  test.each(AREAS)('G20 when the figures of %s are read, then the promised ones are there', async (area) => {
    // A queue is there when its worker has made it.
    await until(async () => (area === 'auth' ? true : (await sum(area, 'queue_jobs')) >= 0));
    const text = await read(area);
    const wanted = [
      ...EVERYBODY,
      ...OWN[area],
      ...(area === 'gateway'
        ? []
        : ['audit_lookups_person_hour', 'audit_exports_hour', 'audit_chain_position', 'audit_chain_hash']),
      ...(RELAYING.includes(area) ? ['outbox_age_seconds', 'outbox_waiting'] : []),
    ];
    expect(wanted.filter((name) => !text.includes(`\n${name}`))).toEqual([]);
    expect(text).toContain(`process="${area}"`);
  });

  test('when people register, fail to log in and forget their password, then the figures move and hold no personal data', async () => {
    const email = 'angka@contoh.id';
    const person = { name: 'Ibu Angka', phone: '081255550010', email, password: 'kenari-kuning-77' };
    expect((await post('/api/register', person)).status).toBe(201);
    expect((await post('/api/login', { identifier: email, password: 'salah-sekali' })).status).toBe(401);
    expect((await post('/api/auth/forgot-password', { email })).status).toBe(200);
    await post('/api/auth/reset-password', { email, otp: '000000', newPassword: 'kenari-hijau-88' });
    const login = ['route="/api/login"', 'status="401"'];
    for (const area of ['gateway', 'auth'] as const) {
      await until(async () => (await sum(area, 'http_request_seconds_count', ...login)) === 1);
    }
    expect(await sum('gateway', 'session_commands_total', 'command="start"')).toBe(1);
    expect(await sum('auth', 'reset_codes_wrong')).toBe(1);
    await until(async () => (await sum('notification', 'messages_day', 'kind="reset_code"')) === 1);
    await until(async () => (await sum('auth', 'outbox_waiting')) === 0);
    await until(async () => (await sum('notification', 'messages_due')) === 0);
    for (const area of AREAS) {
      const text = await read(area);
      for (const secret of [email, 'Ibu Angka', '81255550010', 'kenari'])
        expect([area, secret, text.includes(secret)]).toEqual([area, secret, false]);
      expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/u);
    }
  });

  test('when dashboard and alert rules name a figure, then a running program reports it', async () => {
    const told = (await Promise.all(AREAS.map(read))).join('\n');
    const named = [...new Set(queries().flatMap(figuresOf))].filter((name) => !OUTSIDE.has(name));
    expect(named.length).toBeGreaterThan(15);
    // `check_findings` is there after the first check, minutes after the start; its description is from the beginning.
    const known = (name: string) =>
      told.includes(`\n${name}{`) || told.includes(`\n# TYPE ${name} `) || told.startsWith(`# TYPE ${name} `);
    expect(named.filter((name) => !known(name))).toEqual([]);
    // The labels that the queries use are reported as well.
    const routes = queries().flatMap((query) =>
      [...query.matchAll(/route="([^"]+)"/gu)].map(([, one]) => one),
    );
    expect(routes.filter((route) => !told.includes(`route="${route}"`))).toEqual([]);
  });

  test('when addresses with ids or without a route are asked for, then no label grows with them', async () => {
    const labels = async () => new Set((await read('gateway')).match(/route="[^"]*"/gu));
    const id = '019a0000-0000-7000-8000-00000000000';
    await fetch(`${stack.url}/api/registrations/${id}1`);
    await fetch(`${stack.url}/api/secret-place-1`);
    await until(async () => (await labels()).has('route="/api/registrations/:id"'));
    const before = await labels();
    for (let n = 2; n < 9; n += 1) {
      await fetch(`${stack.url}/api/registrations/${id}${n}`);
      await fetch(`${stack.url}/api/secret-place-${n}?q=${n}`);
    }
    // The simulator reports earlier messages at any time.
    before.add('route="/webhooks/whatsapp"');
    expect([...(await labels())].filter((label) => !before.has(label))).toEqual([]);
  });

  test.each(['/metrics', '/api/metrics', '/internal/metrics', '//metrics', '/metrics/'])(
    'X04 when %s is asked for at the public door, then no figure is told',
    async (path) => {
      const text = await (await fetch(`${stack.url}${path}`)).text();
      expect(text).not.toContain('http_request_seconds');
      expect(text).not.toContain('process_resident_memory_bytes');
    },
  );
});
