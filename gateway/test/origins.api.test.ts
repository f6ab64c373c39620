import { randomUUID } from 'node:crypto';
import { endpoints } from '@gerbang/contracts/all';
import { cell, type Endpoint } from '@gerbang/contracts/endpoint';
import { exportReport, REPORT_CALLS } from '@gerbang/contracts/reports';
import { ROLES } from '@gerbang/domain/roles';
import { openDoor, ORIGIN, type Door } from './door.ts';

const ORIGINS = [ORIGIN, 'https://evil.example', 'null', undefined];
const SITES = ['same-origin', 'none', 'same-site', 'cross-site'];
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
];
const RAW = new Set(TYPES.slice(3));
const REPORT_IDS: readonly string[] = [exportReport.id, ...Object.values(REPORT_CALLS).map(({ id }) => id)];
const isReport = ({ id }: { readonly id: string }) => REPORT_IDS.includes(id);
const writes = endpoints.filter(({ method, service }) => method !== 'GET' && service !== 'gateway');

/** A call of each kind that the gateway reads differently: JSON, a file, no body. */
const KINDS = [
  writes.find((one) => one.body !== undefined && !one.uploads),
  writes.find((one) => one.uploads),
  writes.find((one) => one.method === 'DELETE' && one.body === undefined),
].filter((one) => one !== undefined);

describe('where calls come from', () => {
  let door: Door;
  const sessions = new Map<string, string>();
  beforeAll(async () => {
    door = await openDoor({ REQUESTS_PER_MINUTE: '100000' });
    for (const role of ROLES) sessions.set(role, await door.login({ userId: randomUUID(), role }));
  });
  afterAll(() => door.close());

  /** Makes the call with these headers, as a role that may; returns its response and whether the service was asked. */
  async function send(endpoint: Endpoint, headers: Record<string, string>, payload?: string) {
    const role = ROLES.find((one) => cell(endpoint, one) === 'allowed') ?? '';
    const before = door.seen.length;
    const response = await door.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/\{\w+\}/gu, randomUUID()),
      ...(payload && { payload }),
      headers: { cookie: sessions.get(role) ?? '', ...headers },
    });
    return { response, reached: door.seen.length > before };
  }

  test('when the kinds of writes are looked for, then there is one of each', () => {
    expect(KINDS.map(({ method, uploads }) => [method === 'DELETE', uploads === true])).toEqual([
      [false, false],
      [false, true],
      [true, false],
    ]);
  });

  test.each(KINDS.map((endpoint) => [endpoint.id, endpoint] as const))(
    'when %s comes with every origin, site and type, then only our own pages’ JSON (files: raw too) passes',
    async (_id, endpoint) => {
      const wrong: string[] = [];
      for (const origin of ORIGINS) {
        for (const site of SITES) {
          const own = ['same-origin', 'none'].includes(site) && (origin === ORIGIN || origin === undefined);
          for (const type of TYPES) {
            const headers = { 'content-type': type, 'sec-fetch-site': site, ...(origin && { origin }) };
            const { response, reached } = await send(endpoint, headers, '{}');
            const typed = type === 'application/json' || (endpoint.uploads === true && RAW.has(type));
            const expected = !own ? 403 : typed ? 200 : 415;
            if (response.statusCode !== expected || reached !== (expected === 200))
              wrong.push(`${origin} ${site} ${type}: ${response.statusCode}, reached: ${reached}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test('when a write comes from another site, then it is refused and never reaches the service, whichever it is', async () => {
    const passed: string[] = [];
    for (const endpoint of writes) {
      const headers = {
        'content-type': 'application/json',
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      };
      const { response, reached } = await send(endpoint, headers, '{}');
      if (response.statusCode !== 403 || reached) passed.push(`${endpoint.id}: ${response.statusCode}`);
    }
    expect(passed).toEqual([]);
  });

  test('when a call is read from every site, then another site gets no file and no report and writes no trail', async () => {
    const wrong: string[] = [];
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const guarded = endpoint.media !== undefined || endpoint.audited === true || isReport(endpoint);
      for (const site of guarded ? SITES : ['cross-site']) {
        const { response, reached } = await send(endpoint, { 'sec-fetch-site': site });
        const refused = guarded && site.endsWith('-site');
        const isRefusal = response.statusCode === 403;
        if (isRefusal !== refused) wrong.push(`${endpoint.id} ${site}: ${response.statusCode}`);
        if (refused && isRefusal && (response.json().code !== 'foreign_origin' || reached))
          wrong.push(`${endpoint.id} ${site}: ${response.body}, reached: ${reached}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
