import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { endpoint } from '@gerbang/contracts/endpoint';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { limitBodyTime } from '../src/http/requests.ts';
import { mount } from '../src/http/mount.ts';
import { handleClientError, createServer } from '../src/http/server.ts';
import { testIdentity } from '../src/testing/identity.ts';
import { RawUpload } from '../src/http/uploads.ts';
import { holdLoop } from '../src/testing/until.ts';

const upload = endpoint({
  id: 'T2',
  method: 'POST',
  path: '/api/upload',
  service: 'auth',
  access: { kind: 'roles', roles: ['cs'] },
  summary: 'An upload',
  tags: [],
  body: z.strictObject({ fileName: z.string('Nama file harus diisi') }),
  uploads: true,
  bodyLimit: 400_000,
  response: { 201: z.object({ form: z.string(), length: z.number() }) },
});
const plain = endpoint({
  id: 'T3',
  method: 'POST',
  path: '/api/plain',
  service: 'auth',
  access: { kind: 'public' },
  summary: 'No upload',
  tags: [],
  body: z.strictObject({ a: z.string() }),
  response: { 200: z.object({}) },
});

describe('a mounted call that takes files', () => {
  let app: FastifyInstance;
  const identity = testIdentity('auth');
  let caller: ReturnType<typeof identity.headers>;

  beforeAll(async () => {
    caller = identity.headers({ sub: '019a0000-0000-7000-8000-000000000001', role: 'cs' });
    app = createServer({ name: 'test', identity: identity.verifier });
    mount(app, identity.verifier, plain, async () => ({}));
    app.register(async (scope) => {
      scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
      mount(scope, identity.verifier, upload, async ({ body, request }) =>
        body instanceof RawUpload
          ? { form: body.form, length: (await text(request.raw)).length }
          : { form: 'json', length: body.fileName.length },
      );
    });
  });
  afterAll(() => app.close());

  const send = (type: string, payload: string | Buffer, headers = caller, url = '/api/upload') =>
    app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': type }, payload });

  test('when the file comes as JSON, then the schema of the contract holds, with its own limit', async () => {
    expect((await send('application/json', '{"fileName":"abc"}')).json()).toEqual({
      form: 'json',
      length: 3,
    });
    const wrong = await send('application/json', '{"file":"abc"}');
    expect([wrong.statusCode, wrong.json().issues]).toEqual([
      400,
      [
        { path: 'fileName', message: 'Nama file harus diisi' },
        { path: 'file', message: 'Isian ini tidak dikenal' },
      ],
    ]);
    expect(
      (await send('application/json', JSON.stringify({ fileName: 'x'.repeat(390_000) }))).statusCode,
    ).toBe(201);
    expect(
      (await send('application/json', JSON.stringify({ fileName: 'x'.repeat(400_000) }))).statusCode,
    ).toBe(413);
  });

  test.each(['{"form":"octet-stream"}', 'null', '""', '[]'])(
    'when JSON says %s, then it is no raw file but a wrong body',
    async (payload) => {
      expect((await send('application/json', payload)).statusCode).toBe(400);
    },
  );

  test.each([
    ['application/octet-stream', 'octet-stream'],
    ['Application/Octet-Stream', 'octet-stream'],
    ['multipart/form-data; boundary=x', 'multipart'],
  ])('when the file comes as %s, then the handler reads it unparsed', async (type, form) => {
    expect((await send(type, 'x'.repeat(500_000))).json()).toEqual({ form, length: 500_000 });
  });

  test('when the caller may not upload, then the refusal comes before the body is read', async () => {
    expect((await send('application/octet-stream', 'x', {})).statusCode).toBe(401);
    const parent = identity.headers({ sub: '019a0000-0000-7000-8000-000000000001', role: 'wali_murid' });
    expect((await send('application/octet-stream', 'x', parent)).statusCode).toBe(403);
  });

  test('when a raw file goes to any other call, or with no or another type, then it is 415 or 400', async () => {
    expect((await send('application/octet-stream', 'x', identity.headers(), '/api/plain')).statusCode).toBe(
      415,
    );
    expect(
      (await send('multipart/form-data; boundary=x', 'x', identity.headers(), '/api/plain')).statusCode,
    ).toBe(415);
    expect((await send('image/png', 'x')).statusCode).toBe(415);
    expect((await app.inject({ method: 'POST', url: '/api/upload', headers: caller })).statusCode).toBe(400);
  });
});

describe('time for a body', () => {
  test('when a body does not arrive in time, then 408 and the connection ends; that of a file may take longer', async () => {
    const app = Fastify();
    limitBodyTime(
      app,
      (socket) => handleClientError(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
      150,
    );
    app.post('/plain', async () => ({}));
    app.post('/file', { config: { uploads: true } }, async () => ({}));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const slowly = async (path: string) => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{`,
      );
      return { said: text(socket), finish: () => socket.write('}') };
    };
    const file = await slowly('/file');
    const plain = await slowly('/plain');
    expect(await plain.said).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/su);
    file.finish();
    expect(await file.said).toMatch(/^HTTP\/1\.1 200 /u);
    await app.close();
  });

  test('when the process itself was too busy to read a body that had come, then it is taken', async () => {
    const app = Fastify();
    limitBodyTime(app, (socket) => socket.destroy(new Error('ended')), 50);
    let sendBody: () => void = () => undefined;
    app.addHook('onRequest', async () => {
      sendBody();
      holdLoop(200);
    });
    app.post('/plain', async () => ({ taken: true }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    sendBody = () => socket.write('{}');
    socket.write(
      'POST /plain HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n',
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*"taken":true/su);
    await app.close();
  });
});
