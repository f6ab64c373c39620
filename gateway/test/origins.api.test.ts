import { randomUUID } from 'node:crypto';
import { endpoints } from '@gerbang/contracts/all';
import { cell } from '@gerbang/contracts/endpoint';
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

describe('where writes come from', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({ REQUESTS_PER_MINUTE: '100000' });
  });
  afterAll(() => door.close());

  test.each(writes.map((endpoint) => [endpoint.id, endpoint] as const))(
    'when %s comes with every origin, site and type, then only our own pages’ JSON (files: raw too) passes',
    async (_id, endpoint) => {
      const role = ROLES.find((one) => cell(endpoint, one) === 'allowed');
      const sid = await door.login({ userId: randomUUID(), role });
      const url = endpoint.path.replace(/\{\w+\}/gu, randomUUID());
      const wrong: string[] = [];
      for (const origin of ORIGINS) {
        for (const site of SITES) {
          const own = ['same-origin', 'none'].includes(site) && (origin === ORIGIN || origin === undefined);
          const calls = TYPES.map(async (type) => {
            const answer = await door.app.inject({
              method: endpoint.method,
              url,
              payload: '{}',
              headers: {
                'content-type': type,
                'sec-fetch-site': site,
                cookie: sid,
                ...(origin && { origin }),
              },
            });
            const typed = type === 'application/json' || (endpoint.uploads === true && RAW.has(type));
            const expected = !own ? 403 : typed ? 200 : 415;
            if (answer.statusCode !== expected) wrong.push(`${origin} ${site} ${type}: ${answer.statusCode}`);
          });
          const before = door.seen.length;
          await Promise.all(calls);
          const reached = own ? TYPES.filter((type) => endpoint.uploads && RAW.has(type)).length + 1 : 0;
          if (door.seen.length - before !== reached) wrong.push(`${origin} ${site}: reached the service`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each(
    endpoints.filter(({ method }) => method === 'GET').map((endpoint) => [endpoint.id, endpoint] as const),
  )(
    'when %s is read from every site, then another site gets no file and no report and writes no trail',
    async (_id, endpoint) => {
      const role = ROLES.find((one) => cell(endpoint, one) === 'allowed');
      const sid = await door.login({ userId: randomUUID(), role });
      const url = endpoint.path.replace(/\{\w+\}/gu, randomUUID());
      const guarded = endpoint.media !== undefined || endpoint.audited === true || isReport(endpoint);
      for (const site of SITES) {
        const before = door.seen.length;
        const answer = await door.app.inject({ url, headers: { 'sec-fetch-site': site, cookie: sid } });
        const refused = guarded && site.endsWith('-site');
        expect([site, answer.statusCode === 403]).toEqual([site, refused]);
        if (refused) expect([answer.json().code, door.seen.length]).toEqual(['foreign_origin', before]);
      }
    },
  );
});
