import { admissionWork, billingWork, getWorkReport } from '@gerbang/contracts/work-report';
import { ROLES, type Role } from '@gerbang/domain/roles';
import { openDoor, type Door } from './door.ts';

const PATH = getWorkReport.path;
const part = (kind: string) => ({
  from: '2026-07-01',
  to: '2026-11-23',
  kinds: [
    {
      kind,
      weeks: [{ start: '2026-11-16', count: 2, median_hours: 3.5, p90_hours: 20 }],
      total: { count: 2, median_hours: 3.5, p90_hours: 20 },
      roles: [{ role: 'finance', count: 2 }],
      own: 0,
      oldest_at: '2026-11-22T03:00:00.000Z',
    },
  ],
});

describe('the report of work, composed of its owners’ parts', () => {
  let door: Door;
  const sessions = new Map<Role, string>();
  beforeAll(async () => {
    door = await openDoor();
    for (const role of ROLES) sessions.set(role, await door.login({ role }));
  });
  afterAll(() => door.close());

  /** What the owners answer: `null` = a failure. */
  let answers: Record<string, unknown>;
  beforeEach(() => {
    answers = { [admissionWork.path]: part('proof'), [billingWork.path]: part('payment') };
    door.respondWith((request, reply) => {
      const answer = answers[request.url.split('?')[0] ?? ''];
      if (answer === null) return reply.code(500).send({});
      if (answer === 400) return reply.code(400).send({ code: 'bad_request' });
      return answer;
    });
  });
  const get = (path: string, role: Role = 'admin', headers: Record<string, string> = {}) =>
    door.call('GET', path, { sid: sessions.get(role) ?? '', headers });

  test.each([...ROLES, 'anon'] as const)(
    'when %s calls it, then only the roles of the report get it',
    async (who) => {
      const allowed = ['manager_pendidikan', 'admin', 'it'].includes(who);
      for (const path of [PATH, `${PATH}.xlsx`]) {
        const answer = who === 'anon' ? await door.call('GET', path) : await get(path, who);
        if (who === 'anon') expect(answer.statusCode).toBe(401);
        else expect([path, answer.statusCode]).toEqual([path, allowed ? 200 : 403]);
      }
    },
  );

  test('when both owners answer, then their parts come under the same filters, with a tag', async () => {
    const answer = await get(`${PATH}?jenjang=SD&from=2026-07-01`);
    expect(answer.json()).toEqual({ admission: part('proof'), billing: part('payment'), unavailable: [] });
    expect(getWorkReport.response[200].safeParse(answer.json()).success).toBe(true);
    const asked = door.seen.slice(-2).map(({ url }) => url);
    expect(asked.map((url) => url.split('?')[1])).toEqual(Array(2).fill('jenjang=SD&from=2026-07-01'));
    const headers = { 'if-none-match': String(answer.headers.etag) };
    expect((await get(`${PATH}?jenjang=SD&from=2026-07-01`, 'admin', headers)).statusCode).toBe(304);
  });

  test('when an owner is down, then its part is null and named, nothing is kept, and no file lacks it', async () => {
    answers[billingWork.path] = null;
    const answer = await get(PATH);
    expect(answer.json()).toEqual({ admission: part('proof'), billing: null, unavailable: ['billing'] });
    expect(answer.headers.etag).toBeUndefined();
    expect((await get(`${PATH}.xlsx`)).statusCode).toBe(503);
  });

  test('when an owner refuses the filters, then the refusal is the answer', async () => {
    answers[admissionWork.path] = 400;
    expect((await get(`${PATH}?jenjang=SMA`)).statusCode).toBe(400);
    expect((await get(`${PATH}.xlsx?jenjang=SMA`)).statusCode).toBe(400);
  });
});
