import { shown } from '../portal.ts';
import { allowedCallers } from '../world.ts';
import { expectStatus, type Group } from './bench.ts';

const SQL = [
  "' OR 1=1--",
  '%',
  '_',
  '\\',
  '$1',
  ';',
  "'; drop table users;--",
  "\\'; select pg_sleep(5)--",
  '" or ""="',
  '1/**/or/**/1=1',
  "a' and (select 1)=1--",
  'x%00',
  '🙂',
  "'||(select version())||'",
];

const sql: Group = {
  id: 'B10',
  what: 'SQL in every search, sort, filter and id',
  async run({ world, fault }) {
    const { portal } = world;
    let count = 0;
    for (const operation of portal.operations.filter(({ method }) => method === 'GET')) {
      const [caller = 'anon'] = allowedCallers(world, operation);
      const own = Object.fromEntries(
        operation.params.map(({ name }) => [name, '018f6a1e-0000-7000-8000-000000000000']),
      );
      for (const text of SQL) {
        const value = text === 'x%00' ? text : encodeURIComponent(text);
        const calls = [
          ...operation.query.map(({ name }) => ({ params: own, query: `${name}=${value}` })),
          ...operation.params.map(({ name }) => ({ params: { ...own, [name]: text } })),
        ];
        for (const call of calls) {
          const answer = await portal.call(operation.id, caller, call);
          count += 1;
          if (
            answer.status >= 500 ||
            /syntax error|pg_|relation/iu.test(answer.body.toString('utf8', 0, 2000))
          ) {
            fault('B10', `${operation.id} → ${answer.status}`, JSON.stringify(call), shown(answer));
          }
        }
      }
    }
    // The tables live, and what means "anything" to LIKE means itself here.
    const users = await portal.must<unknown[]>('A09', world.staff.admin);
    if (users.length < 8) fault('B10', `${users.length} users are left`, '', '');
    for (const [id, sign] of [
      ['C15', '%'],
      ['C15', '_'],
      ['N01', '%'],
      ['A09', '%'],
      ['E13', '_'],
      ['C15', '\\'],
    ] as const) {
      const found = await portal.must<object[]>(id, world.staff.admin, {
        query: `search=${encodeURIComponent(sign)}`,
      });
      const wrong = found.filter((row) => !JSON.stringify(row).includes(sign === '\\' ? '\\\\' : sign));
      count += 1;
      if (wrong.length > 0 && sign === '%')
        fault('B10', `${id}: ${sign} finds what has none`, sign, JSON.stringify(wrong[0]));
    }
    return count;
  },
};

const twice: Group = {
  id: 'B14',
  what: 'parameters twice and as lists',
  async run(bench) {
    const { cookie } = bench.world.staff.admin;
    const queries = [
      'jenjang=SD&jenjang=TK',
      'jenjang[]=SD',
      'id[]=1',
      'jenjang=SD,TK',
      'limit=1&limit=200',
      'jenjang[a]=SD',
      '&&&=',
      'search[$ne]=1',
    ];
    for (const query of queries) {
      const wanted = query === '&&&=' ? [200, 400] : [400];
      expectStatus(
        bench,
        'B14',
        query,
        await bench.ask(`/api/admin/registrations?${query}`, { cookie }),
        wanted,
      );
    }
    return queries.length;
  },
};

const slowTexts = [
  `${'a'.repeat(100)}@${'a.'.repeat(70)}`,
  'a@'.repeat(120),
  `${'0'.repeat(39)}x`,
  `+62${'8'.repeat(36)}x`,
  `${' '.repeat(99)}x`,
  `${'a\u0301'.repeat(45)}!`,
  `${'\u200b'.repeat(90)}x`,
  `${'1'.repeat(99)}!`,
  `${'a-'.repeat(49)}@`,
];

const regexes: Group = {
  id: 'B22',
  what: 'texts that slow patterns down',
  async run(bench) {
    let slowest = 0;
    const timed = async (work: () => Promise<{ status: number; body: Buffer }>, what: string) => {
      const began = performance.now();
      const answer = await work();
      slowest = Math.max(slowest, performance.now() - began);
      if (answer.status >= 500)
        bench.fault('B22', `${what} → ${answer.status}`, what, answer.body.toString());
    };
    const { cookie } = bench.world.staff.admin;
    for (const text of slowTexts) {
      const body = JSON.stringify({ name: text, phone: text, email: text, password: 'sandi-panjang' });
      await timed(() => bench.ask('/api/register', { method: 'POST', body, cookie: null }), text);
      await timed(
        () =>
          bench.ask('/api/auth/forgot-password', {
            method: 'POST',
            body: JSON.stringify({ email: text }),
            cookie: null,
          }),
        text,
      );
      await timed(
        () =>
          bench.ask('/api/parent', {
            method: 'PATCH',
            body: JSON.stringify({ contact_phone: text.slice(0, 40), father_ktp: text.slice(0, 40) }),
          }),
        text,
      );
      await timed(
        () =>
          bench.ask(`/api/admin/registrations?search=${encodeURIComponent(text.slice(0, 100))}`, { cookie }),
        text,
      );
    }
    bench.figure('B22 slowest answer, ms', Math.round(slowest));
    return slowTexts.length * 4;
  },
};

export const queryGroups: readonly Group[] = [sql, twice, regexes];
