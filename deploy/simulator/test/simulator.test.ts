import { createHmac } from 'node:crypto';
import { MESSAGE_TEMPLATES } from '@gerbang/contracts/message-templates';
import Fastify from 'fastify';
import { createSimulator } from '../src/app.ts';
import { until } from '@gerbang/service-kit/testing/until';

const TOKEN = 'simulator-token';
const NUMBER = '100000000000001';
const SECRET = 'simulator-secret';
const PATH = `/v23.0/${NUMBER}/messages`;

type Simulator = ReturnType<typeof createSimulator>;
interface Body {
  [key: string]: unknown;
  template: { [key: string]: unknown; components: unknown[] };
}

function codeMessage(change: (body: Body) => void = () => undefined): Body {
  const parameters = [{ type: 'text', text: '123456' }];
  const body: Body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '6281234567890',
    type: 'template',
    template: {
      name: MESSAGE_TEMPLATES.reset_code.name,
      language: { code: 'id' },
      components: [
        { type: 'body', parameters },
        { type: 'button', sub_type: 'url', index: '0', parameters },
      ],
    },
    biz_opaque_callback_data: 'row:1',
  };
  change(body);
  return body;
}

const bodyParameters = (...texts: string[]) => ({
  type: 'body',
  parameters: texts.map((text) => ({ type: 'text', text })),
});

const buttonParameter = (text: string) => ({
  type: 'button',
  sub_type: 'url',
  index: '0',
  parameters: [{ type: 'text', text }],
});

describe('the simulator', () => {
  const hook = Fastify();
  const heard: { status: string; id: string; reference: string; signed: boolean }[] = [];
  let simulator: Simulator;
  let refuseHooks = 0;

  beforeAll(async () => {
    hook.removeAllContentTypeParsers();
    hook.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    hook.post('/hook', async (request, reply) => {
      if (refuseHooks > 0) {
        refuseHooks -= 1;
        return reply.code(503).send({});
      }
      const raw = request.body as Buffer;
      const status = JSON.parse(raw.toString()).entry[0].changes[0].value.statuses[0];
      const expected = `sha256=${createHmac('sha256', SECRET).update(raw).digest('hex')}`;
      heard.push({
        status: status.status,
        id: status.id,
        reference: status.biz_opaque_callback_data,
        signed: request.headers['x-hub-signature-256'] === expected,
      });
      return {};
    });
    const url = await hook.listen({ host: '127.0.0.1', port: 0 });
    simulator = createSimulator({
      token: TOKEN,
      phoneNumberId: NUMBER,
      appSecret: SECRET,
      webhookUrl: `${url}/hook`,
    });
    await simulator.app.ready();
  });
  afterAll(async () => {
    await simulator.app.close();
    await hook.close();
  });
  beforeEach(() => {
    simulator.inbox.clear();
    simulator.control.order({ reset: true, webhooks: 'none', pauseMs: 5 });
    heard.length = 0;
    refuseHooks = 0;
  });

  const send = (payload: object, token = TOKEN, url = PATH) =>
    simulator.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } });
  const order = (payload: object) => simulator.app.inject({ method: 'POST', url: '/control', payload });
  const hearing = async (count: number) => {
    await until(() => heard.length >= count);
    return heard.map(({ status }) => status);
  };

  test("when a code is sent in Meta's form, then it is accepted and readable", async () => {
    const answer = await send(codeMessage());
    expect(answer.statusCode).toBe(200);
    expect(answer.json().messages[0].id).toMatch(/^wamid\./u);
    for (const to of ['+6281234567890', '%2B6281234567890', '081234567890']) {
      const inbox = (await simulator.app.inject({ url: `/inbox?to=${to}` })).json();
      expect(inbox).toHaveLength(1);
      expect(inbox[0]).toMatchObject({
        to: '+6281234567890',
        template: 'kode_reset_password',
        status: 'accepted',
        text: expect.stringMatching(/^123456 adalah kode verifikasi Anda/u),
        at: expect.stringMatching(/^\d{4}-.*Z$/u),
      });
    }
    expect((await simulator.app.inject({ url: '/inbox?to=+6280000000000' })).json()).toEqual([]);
  });

  test.each<[string, (body: Body) => void, number]>([
    ['another product', (body) => Object.assign(body, { messaging_product: 'sms' }), 100],
    ['a local number', (body) => Object.assign(body, { to: '081234567890' }), 100],
    ['free text', (body) => Object.assign(body, { type: 'text' }), 131047],
    ['an unknown template', (body) => Object.assign(body.template, { name: 'nope' }), 132001],
    ['another language', (body) => Object.assign(body.template, { language: { code: 'en' } }), 132001],
    ['an unknown field of the template', (body) => Object.assign(body.template, { extra: 1 }), 100],
    [
      'too many parameters',
      (body) => body.template.components.splice(0, 1, bodyParameters('1', '2')),
      132000,
    ],
    ['an empty parameter', (body) => body.template.components.splice(0, 1, bodyParameters(' ')), 131008],
    [
      'a parameter of two lines',
      (body) => body.template.components.splice(0, 1, bodyParameters('1\n2')),
      100,
    ],
    [
      'a parameter that is too long',
      (body) => body.template.components.splice(0, 1, bodyParameters('1'.repeat(1025))),
      132005,
    ],
    ['a code without its button', (body) => body.template.components.splice(1, 1), 131008],
    [
      'another code in the button',
      (body) => body.template.components.splice(0, 1, bodyParameters('654321')),
      132012,
    ],
  ])('when a message has %s, then it is refused with Meta’s code', async (_name, change, code) => {
    const answer = await send(codeMessage(change));
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.json().error).toMatchObject({ code, type: 'OAuthException' });
    expect(simulator.inbox.list()).toEqual([]);
  });

  test.each([
    ['localhost:8081', 200],
    ['127.0.0.1', 200],
    ['[::1]:8081', 200],
    ['simulator:8080', 200],
    ['evil.example', 421],
    ['simulator.evil.example', 421],
    ['localhost.evil.example:8081', 421],
  ])('when the inbox is opened as %s, then %i', async (host, status) => {
    expect((await simulator.app.inject({ url: '/', headers: { host } })).statusCode).toBe(status);
  });

  test('when the token or the number is wrong, then nothing is accepted', async () => {
    expect((await send(codeMessage(), 'wrong')).json().error.code).toBe(190);
    expect((await send(codeMessage(), TOKEN, '/v23.0/5/messages')).json().error.code).toBe(100);
    expect(simulator.inbox.list()).toEqual([]);
  });

  test('when errors are ordered, then that many responses are errors', async () => {
    await order({ error: { code: 130429, times: 2 } });
    const codes = [];
    for (let at = 0; at < 3; at += 1) codes.push((await send(codeMessage())).statusCode);
    expect(codes).toEqual([429, 429, 200]);
    expect((await simulator.app.inject({ url: '/control' })).json().counts).toMatchObject({
      accepted: 1,
      refused: 2,
    });
  });

  test('when an order is malformed, then it is refused', async () => {
    expect((await order({ error: { code: 'x' } })).statusCode).toBe(400);
    expect((await order({ unknown: true })).statusCode).toBe(400);
  });

  test('when a dropped connection is ordered, then the message is accepted and no response comes', async () => {
    const url = await simulator.app.listen({ host: '127.0.0.1', port: 0 });
    await order({ drop: { times: 1 } });
    await expect(
      fetch(`${url}${PATH}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(codeMessage()),
      }),
    ).rejects.toThrow('fetch failed');
    expect(simulator.inbox.list()).toHaveLength(1);
  });

  test('when a message is accepted, then signed webhooks report its delivery with the sender’s reference', async () => {
    await order({ webhooks: 'normal' });
    const wamid = (await send(codeMessage())).json().messages[0].id;
    expect(await hearing(3)).toEqual(['sent', 'delivered', 'read']);
    expect(heard.every(({ id, reference, signed }) => id === wamid && reference === 'row:1' && signed)).toBe(
      true,
    );
    expect(simulator.inbox.list()[0]?.status).toBe('read');
  });

  test.each([
    ['twice', ['sent', 'sent', 'delivered', 'delivered', 'read', 'read']],
    ['reversed', ['read', 'delivered', 'sent']],
    ['late', ['sent', 'delivered', 'read']],
  ])('when webhooks are ordered %s, then they come in that way', async (mode, statuses) => {
    await order({ webhooks: mode });
    await send(codeMessage());
    expect(await hearing(statuses.length)).toEqual(statuses);
  });

  test('when a failure is ordered, then it is reported', async () => {
    await order({ webhooks: 'normal', fail: { code: 131026 } });
    await send(codeMessage());
    expect(await hearing(1)).toEqual(['failed']);
  });

  test('when an error is ordered for one number, then messages to others are accepted', async () => {
    await order({ webhooks: 'normal', fail: { code: 131026, to: '+6281299990000' } });
    await order({ error: { code: 131056, to: '+6281299990000' } });
    expect((await send(codeMessage())).statusCode).toBe(200);
    expect(await hearing(3)).toEqual(['sent', 'delivered', 'read']);
    await order({ error: { code: 131056, to: simulator.inbox.list()[0]?.to } });
    expect((await send(codeMessage())).json().error.code).toBe(131056);
  });

  test('when a failure is ordered for one number and then for another, then both hold', async () => {
    const number = simulator.inbox.list()[0]?.to;
    await order({ webhooks: 'normal', fail: { code: 131026, times: 1, to: number } });
    await order({ fail: { code: 131026, times: 1, to: '+6281299990000' } });
    await send(codeMessage());
    expect(await hearing(1)).toEqual(['failed']);
  });

  test('when the portal refuses a webhook, then it is sent again', async () => {
    refuseHooks = 1;
    await order({ webhooks: 'normal' });
    await send(codeMessage());
    expect(await hearing(3)).toEqual(['sent', 'delivered', 'read']);
  });

  test('when a person opens the inbox, then it shows messages escaped, with a code to copy and without script', async () => {
    await send(codeMessage());
    await send(
      codeMessage((body) => {
        body.template.name = MESSAGE_TEMPLATES.password_changed.name;
        body.template.components = [
          bodyParameters('<script>alert(1)</script>'),
          buttonParameter('forgot-password'),
        ];
      }),
    );
    const page = await simulator.app.inject({ url: '/' });
    expect(page.body).toContain('<html lang="id">');
    expect(page.body).toContain('0812-3456-7890');
    expect(page.body).toContain('readonly value="123456"');
    expect(page.body).toContain('href="https://portal.example/forgot-password"');
    expect(page.body).not.toContain('<script');
    expect(page.headers['content-security-policy']).toContain(`default-src 'none'`);
    expect(page.headers.refresh).toBeUndefined();
    expect((await simulator.app.inject({ url: '/?segarkan=1' })).headers.refresh).toBe('5');
    expect((await simulator.app.inject({ url: '/?to=0899' })).body).toContain('Belum ada pesan');
    expect((await simulator.app.inject({ url: '/?to=%22%3E%3Cscript%3E' })).body).not.toContain('<script');
  });

  test('when the inbox is emptied or full, then it holds nothing or the newest 2,000', async () => {
    await send(codeMessage());
    expect((await simulator.app.inject({ method: 'DELETE', url: '/inbox' })).statusCode).toBe(204);
    expect(simulator.inbox.list()).toEqual([]);
    for (let at = 0; at < 2005; at += 1) {
      simulator.inbox.add({
        wamid: String(at),
        to: '+62812',
        template: 't',
        text: '',
        buttons: [],
        code: null,
        reference: null,
        at: '',
        status: 'sent',
      });
    }
    expect(simulator.inbox.list()).toHaveLength(2000);
    expect(simulator.inbox.list()[0]?.wamid).toBe('2004');
  });
});
