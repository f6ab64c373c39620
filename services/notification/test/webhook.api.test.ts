import { signWebhook, statusEnvelope } from '@gerbang/simulator/webhooks';
import { APP_SECRET, scriptedProvider, silentBus, startWorker, VERIFY_TOKEN } from './harness.ts';

const PATH = '/webhooks/whatsapp';

describe('the webhook', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
  });
  afterAll(() => worker.stop());

  const post = (payload: string | Buffer, signature?: string) =>
    worker.service.app.inject({
      method: 'POST',
      url: PATH,
      payload,
      headers: {
        'content-type': 'application/json',
        ...(signature !== undefined && { 'x-hub-signature-256': signature }),
      },
    });
  const written = async () => [
    ...(await worker.knex('early_webhooks')),
    ...(await worker.knex('notifications').whereNot({ status: 'sent' })),
  ];
  const envelope = (wamid: string) =>
    statusEnvelope('1', { wamid, status: 'delivered', to: '+6281234567890', reference: null });

  test('when a body is signed, then it is taken, also with emoji and odd spacing', async () => {
    const body = `  ${envelope('wamid.emoji').replace('"object"', '"note":"Halo 👋🏽 é", "object"')}\n`;
    const answer = await post(body, signWebhook(body, APP_SECRET));
    expect(answer.statusCode).toBe(200);
    expect(await worker.knex('early_webhooks').pluck('wamid')).toEqual(['wamid.emoji']);
    await worker.knex('early_webhooks').delete();
  });

  test.each([
    ['no signature', () => undefined],
    ['an empty signature', () => ''],
    ['a wrong signature', (body: string) => signWebhook(body, 'another secret')],
    ['a signature without its prefix', (body: string) => signWebhook(body, APP_SECRET).slice(7)],
    [
      'the signature of the same JSON written again',
      (body: string) => signWebhook(JSON.stringify(JSON.parse(body)), APP_SECRET),
    ],
    ['a signature of non-ASCII text', () => `sha256=${'é'.repeat(64)}`],
  ])('when a webhook has %s, then it is 401 and nothing is written', async (_name, sign) => {
    const body = envelope('wamid.forged').replace('":', '" :');
    const answer = await post(body, sign(body));
    expect(answer.statusCode).toBe(401);
    expect(await written()).toEqual([]);
  });

  test('when a body is 4 MB, then it is 413 and nothing is written', async () => {
    const body = Buffer.alloc(4 * 1024 * 1024, 32);
    const answer = await post(body, signWebhook(body, APP_SECRET));
    expect(answer.statusCode).toBe(413);
    expect(await written()).toEqual([]);
  });

  test('when a signed body is no JSON or of an unknown kind, then nothing breaks and nothing is written', async () => {
    for (const [body, status] of [
      ['{"entry":', 400],
      ['{}', 200],
      ['{"entry":[{"changes":[{"value":{"messages":[{}]}}]}]}', 200],
      [
        '{"entry":[{"changes":[{"value":{"statuses":[{"id":"w","status":"sung","timestamp":"1"},7]}}]}]}',
        200,
      ],
    ] as const) {
      expect((await post(body, signWebhook(body, APP_SECRET))).statusCode).toBe(status);
    }
    expect(await written()).toEqual([]);
  });

  test('when the challenge has the right token, then it is answered as text', async () => {
    const answer = await worker.service.app.inject({
      url: `${PATH}?hub.mode=subscribe&hub.verify_token=${VERIFY_TOKEN}&hub.challenge=1158201444`,
    });
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      200,
      '1158201444',
      'text/plain; charset=utf-8',
    ]);
  });

  test.each([
    'hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=1',
    `hub.mode=unsubscribe&hub.verify_token=${VERIFY_TOKEN}&hub.challenge=1`,
    `hub.mode=subscribe&hub.verify_token=${VERIFY_TOKEN}&hub.verify_token=x&hub.challenge=1`,
    'hub.challenge=1',
    '',
  ])('when the challenge is %p, then it is 403', async (query) => {
    expect((await worker.service.app.inject({ url: `${PATH}?${query}` })).statusCode).toBe(403);
  });
});
