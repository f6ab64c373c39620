import { gzipSync } from 'node:zlib';
import { PNG } from '../story.ts';
import { type Bench, expectStatus, type Group } from './bench.ts';

const CHILD = { full_name: 'Anak Uji', birth_city: 'Bogor', birth_date: '2020-01-01' };
const post = (bench: Bench, target: string, body: string, headers: Record<string, string> = {}) =>
  bench.ask(target, { method: 'POST', body, headers });

const pollution: Group = {
  id: 'B4',
  what: 'prototype pollution',
  async run(bench) {
    const before = (await bench.ask('/api/user')).body.toString();
    const bodies = [
      '{"__proto__":{"x":1}}',
      '{"constructor":{"prototype":{"x":1}}}',
      `{"__proto__":{"role":"admin"},${JSON.stringify(CHILD).slice(1)}`,
      '{"full_name":{"__proto__":{"x":1}}}',
    ];
    for (const body of bodies)
      expectStatus(bench, 'B4', body, await post(bench, '/api/children', body), [400]);
    for (const query of ['__proto__[x]=1', '__proto__.x=1', 'constructor[prototype][x]=1', '__proto__=1']) {
      expectStatus(bench, 'B4', query, await bench.ask(`/api/children?${query}`), [400]);
    }
    const key = { 'idempotency-key': '__proto__' };
    expectStatus(
      bench,
      'B4',
      'the key',
      await post(bench, '/api/children', JSON.stringify(CHILD), key),
      [201],
    );
    const file = JSON.stringify({ fileData: PNG, fileName: '__proto__', contentType: 'image/png' });
    expectStatus(
      bench,
      'B4',
      'the file name',
      await post(bench, '/api/payment-evidence/upload', file),
      [201],
    );
    if ((await bench.ask('/api/user')).body.toString() !== before)
      bench.fault('B4', 'answers have changed', '', before);
    return bodies.length + 6;
  },
};

const shapes: Group = {
  id: 'B5',
  what: 'deep and large JSON',
  async run(bench) {
    const keys = Array.from({ length: 100_000 }, (_none, at) => `"k${at}":1`).join(',');
    const cases: Record<string, string> = {
      'depth 100': `${'['.repeat(100)}${']'.repeat(100)}`,
      'depth 100,000': `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
      '250 kB of [': '['.repeat(250_000),
      '1 MB of [': '['.repeat(1_048_576),
      '100,000 keys': `{${keys}}`,
      'a number of 200 kB': `{"full_name":${'9'.repeat(200_000)}}`,
      'a number of 1 MB': `{"full_name":${'9'.repeat(1_048_576)}}`,
      'a key twice': '{"full_name":"a","full_name":"b"}',
      'a key twice, written otherwise': '{"full_name":"a","full\\u005fname":"b"}',
      nothing: ' ',
      'a text of 10 MB': `{"full_name":"${'x'.repeat(10 * 1_048_576)}"}`,
    };
    let slowest = 0;
    for (const [what, body] of Object.entries(cases)) {
      const began = performance.now();
      // Over the limit the connection may be closed while the rest is still being sent: that is a refusal too.
      const answer = await post(bench, '/api/children', body).catch((error: { code?: string }) => error.code);
      slowest = Math.max(slowest, performance.now() - began);
      if (typeof answer === 'object') expectStatus(bench, 'B5', what, answer, [400, 413]);
      else if (answer !== 'EPIPE' && answer !== 'ECONNRESET')
        bench.fault('B5', `${what} → ${answer}`, what, '');
    }
    bench.figure('B5 slowest refusal, ms', Math.round(slowest));
    return Object.keys(cases).length;
  },
};

const types: Group = {
  id: 'B12',
  what: 'content types',
  async run(bench) {
    const all = [
      'application/json\t',
      'application/json ',
      'application/json;',
      'application/json; charset=utf-8; charset=utf-16',
      'application/json\t; charset=utf-8',
      'application/json; charset=utf-16',
      'application/json, text/plain',
      'APPLICATION/JSON',
      'application/jsonx',
      'application/vnd.api+json',
      'text/plain',
      'text/json',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      '*/*',
      'json',
      'text/plain; application/json',
      'application/json/../x',
    ]; // prettier-ignore
    for (const type of all) {
      // What is wrong with the body must be seen whatever the type is said to be.
      for (const body of ['{"email":1}', '{"email":"a@b.id","role":"admin"}']) {
        const answer = await post(bench, '/api/auth/forgot-password', body, { 'content-type': type });
        expectStatus(bench, 'B12', JSON.stringify(type), answer, [400, 415]);
      }
    }
    return all.length * 2;
  },
};

const packed: Group = {
  id: 'B17',
  what: 'packed bodies',
  async run(bench) {
    const bomb = gzipSync(Buffer.alloc(50 * 1_048_576, 32));
    for (const encoding of ['gzip', 'deflate', 'br', 'x-gzip', 'gzip, gzip', 'GZIP']) {
      for (const target of ['/api/children', '/api/payment-evidence/upload']) {
        const headers = { 'content-encoding': encoding };
        const answer = await bench.ask(target, { method: 'POST', body: bomb, headers });
        expectStatus(bench, 'B17', `${encoding} at ${target}`, answer, [413, 415]);
      }
    }
    return 12;
  },
};

export const bodyGroups: readonly Group[] = [pollution, shapes, types, packed];
