import { expectStatus, type Group, statusesIn } from './bench.ts';

const GUARDED = [
  '/api/admin/users',
  '/api/admin/registrations',
  '/api/admin/audit',
  '/internal/files/claim',
  '/metrics',
];

/** The usual ways past somebody's guard. */
function tricks(path: string): string[] {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.join('/');
  return [
    `//${first}/${tail}`,
    `/${first}//${tail}`,
    `/./${first}/${tail}`,
    `/x/../${first}/${tail}`,
    `/${first}/x/../${tail}`,
    `/%2e%2e/${first}/${tail}`,
    `/${first}/%2e%2e/${first}/${tail}`,
    `/${first}/..;/${first}/${tail}`,
    `/${first};x=1/${tail}`,
    `/${first}/${tail};x`,
    `/${first}\\${tail}`,
    `/\\..\\${first}/${tail}`,
    `/${first}%2f${tail}`,
    `/${first}%5c${tail}`,
    `/${first}/${tail}%00`,
    `/${first}/${tail}%00.js`,
    `/${first}/${tail}%ff`,
    `/${first}/${tail}%20`,
    `/${first}/${tail}.json`,
    `/${first}/${tail}/.`,
    `/${first}/${tail}/..`,
    `/${first}/${tail}?`,
    `/${first}/${tail}#x`,
    `/%61pi/${tail}`,
    `/${first}/%61${tail.slice(1)}`,
    `/${first.toUpperCase()}/${tail}`,
    `/${first}/${tail}%0d%0aX-A:1`,
    `/assets/../${first}/${tail}`,
    `/remotes/auth/../../${first}/${tail}`,
    `/remotes/auth/%2e%2e%2f%2e%2e%2f${first}%2f${tail}`,
    `http://127.0.0.1/${first}/${tail}`,
    `https://jahat.example/${first}/${tail}`,
    `/api/files/..%2f..%2f${tail}`,
    `/api/user/../${tail}`,
    `/healthz/../${first}/${tail}`,
  ]; // prettier-ignore
}

const paths: Group = {
  id: 'B1',
  what: 'tricks with paths',
  async run(bench) {
    const { cookie } = bench.world.own.parent;
    let count = 0;
    for (const guarded of GUARDED) {
      for (const path of tricks(guarded)) {
        for (const who of ['', `Cookie: ${cookie}\r\n`]) {
          const heard = await bench.say(
            `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${who}Connection: close\r\n\r\n`,
          );
          count += 1;
          const [status = 0] = statusesIn(heard);
          // A page of the shell says nothing; what a guard keeps is JSON, metrics or a list.
          const page = status === 200 && /content-type: text\/html/iu.test(heard);
          if (!page && !(status >= 400 && status < 500)) bench.fault('B1', `${path} → ${status}`, who, heard);
        }
      }
    }
    return count;
  },
};

const identity: Group = {
  id: 'B2',
  what: 'headers that claim an identity or a route',
  async run(bench) {
    const { parent, ids } = bench.world.own;
    const admin = bench.world.staff.admin.id;
    const claims: Record<string, string> = {
      'x-user-id': admin,
      'x-user-role': 'admin',
      'x-passport': 'x',
      x_user_id: admin,
      'x-forwarded-for': '9.9.9.9',
      'x-forwarded-host': 'jahat.example',
      'x-forwarded-proto': 'https',
      forwarded: 'for=9.9.9.9;host=jahat.example',
      'x-real-ip': '9.9.9.9',
      'x-original-url': '/api/admin/users',
      'x-rewrite-url': '/api/admin/users',
      'x-http-method-override': 'DELETE',
      'x-method-override': 'DELETE',
      'x-gerbang-identity': 'x',
      'x-gerbang-session': '{"do":"end"}',
      'x-request-id': 'pilihan-klien',
      authorization: 'Bearer x',
      'x-middleware-subrequest': 'x',
    }; // prettier-ignore
    const plain = (await bench.ask('/api/user')).body.toString();
    for (const [name, value] of Object.entries(claims)) {
      const text = (who: string) =>
        `GET /api/user HTTP/1.1\r\nHost: localhost\r\n${who}${name}: ${value}\r\n${name}: ${value}\r\nConnection: close, ${name}\r\n\r\n`;
      const known = await bench.say(text(`Cookie: ${parent.cookie}\r\n`));
      if (!known.includes(plain)) bench.fault('B2', `${name} changes who calls`, value, known);
      const nobody = await bench.say(text(''));
      if (statusesIn(nobody)[0] !== 401) bench.fault('B2', `${name} lets nobody in`, value, nobody);
      const child = await bench.ask(`/api/children/${ids.child}`, { headers: { [name]: value } });
      expectStatus(bench, 'B2', `${name} at a child`, child, [200]);
    }
    return Object.keys(claims).length * 3;
  },
};

const smuggling: Group = {
  id: 'B3',
  what: 'two requests in one',
  async run(bench) {
    const { cookie, id } = bench.world.own.parent;
    const { url } = bench.world.portal;
    const hidden = `GET /api/user HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`;
    const head = `POST /api/auth/forgot-password HTTP/1.1\r\nHost: localhost\r\nOrigin: ${url}\r\nContent-Type: application/json\r\n`;
    const long = hidden.length;
    const cases: Record<string, string> = {
      'TE and CL': `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
      'CL and TE': `${head}Transfer-Encoding: chunked\r\nContent-Length: ${long}\r\n\r\n0\r\n\r\n${hidden}`,
      'two lengths': `${head}Content-Length: 0\r\nContent-Length: ${long}\r\n\r\n${hidden}`,
      'a list of lengths': `${head}Content-Length: 0, ${long}\r\n\r\n${hidden}`,
      'TE with a space': `${head}Transfer-Encoding : chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n${hidden}`,
      'TE twice': `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
      'unknown TE': `${head}Transfer-Encoding: xchunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
      'a folded header': `${head}X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}${hidden.slice(0, 20)}`,
      'bare line ends': `POST /api/auth/forgot-password HTTP/1.1\nHost: localhost\nContent-Length: ${long}\n\n${hidden}`,
      'a negative length': `${head}Content-Length: -1\r\n\r\n${hidden}`,
      'a length with a sign': `${head}Content-Length: +${long}\r\n\r\n${hidden}`,
      'a length in hex': `${head}Content-Length: 0x10\r\n\r\n${hidden}`,
      'a chunk too long': `${head}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n${hidden}`,
      'a chunk with a sign': `${head}Transfer-Encoding: chunked\r\n\r\n-1\r\n${hidden}`,
      'NUL in a header': `${head}X-A: a\0b\r\nContent-Length: 0\r\n\r\n${hidden}`,
      'two hosts': `GET /api/user HTTP/1.1\r\nHost: localhost\r\nHost: jahat.example\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    };
    for (const [what, text] of Object.entries(cases)) {
      const heard = await bench.say(text);
      const [first = 0] = statusesIn(heard);
      if (heard.includes(id) || first < 400 || first >= 500)
        bench.fault('B3', `${what} → ${statusesIn(heard).join(' ')}`, text, heard);
    }
    const extended = `${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n14;a=b\r\n{"email":"a@b.id","\r\n0\r\n\r\n`;
    if (statusesIn(await bench.say(extended)).length !== 1)
      bench.fault('B3', 'chunk extensions', extended, '');
    const two = `${head}Content-Length: 0\r\n\r\n${hidden.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`;
    const both = await bench.say(two);
    if (statusesIn(both).length !== 2 || !both.includes(id))
      bench.fault('B3', 'two whole requests on one socket', two, both);
    return Object.keys(cases).length + 2;
  },
};

const methods: Group = {
  id: 'B13',
  what: 'methods',
  async run(bench) {
    const head = await bench.ask('/api/user', { method: 'HEAD' });
    expectStatus(bench, 'B13', 'HEAD', head, [200]);
    if (head.body.length > 0) bench.fault('B13', 'HEAD has a body', '', head.body.toString());
    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'LOCK', 'SEARCH', 'PURGE']) {
      expectStatus(bench, 'B13', method, await bench.ask('/api/user', { method }), [400, 403, 405]);
    }
    expectStatus(bench, 'B13', 'GET with a body', await bench.ask('/api/user', { body: '{}' }), [400]);
    const invented = await bench.say(
      'FOO /api/user HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    if (statusesIn(invented)[0] !== 400) bench.fault('B13', 'an invented method', 'FOO', invented);
    return 9;
  },
};

const headers: Group = {
  id: 'B18',
  what: 'large heads',
  async run(bench) {
    const get = (more: string) =>
      bench.say(`GET /api/user HTTP/1.1\r\nHost: localhost\r\n${more}Connection: close\r\n\r\n`);
    const cases: Record<string, [string, readonly number[]]> = {
      'a header of 64 kB': [`X-A: ${'a'.repeat(65_536)}\r\n`, [431]],
      '2,000 headers': [Array.from({ length: 2000 }, (_none, at) => `X-${at}: a\r\n`).join(''), [401, 431]],
      'a cookie of 8 kB': [`Cookie: sid=${'a'.repeat(8192)}\r\n`, [401, 431]],
      'fifty cookies': [
        `Cookie: ${Array.from({ length: 50 }, (_none, at) => `sid=${at}`).join('; ')}\r\n`,
        [401],
      ],
      'a cookie of no text': ['Cookie: sid=%E0%A4%A\r\n', [401]],
      'a line without an end': [`X-A: ${'b'.repeat(200_000)}`, [431, 400]],
    };
    for (const [what, [text, wanted]] of Object.entries(cases)) {
      const heard = await get(text);
      if (!wanted.includes(statusesIn(heard)[0] ?? 0)) bench.fault('B18', what, '', heard);
    }
    return Object.keys(cases).length;
  },
};

export const doorGroups: readonly Group[] = [paths, identity, smuggling, methods, headers];
