import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createSimulator } from '../src/app.ts';

const simulator = createSimulator({
  token: 'token',
  phoneNumberId: '100000000000001',
  appSecret: 'secret',
  webhookUrl: 'http://127.0.0.1:9/none',
});
let port: number;
beforeAll(async () => {
  port = await simulator.smtp.listen('127.0.0.1', 0);
});
afterAll(() => simulator.app.close());
beforeEach(() => simulator.letters.clear());

/** Says one line after the other to the mail server; resolves with the last line of each reply. */
async function talk(...says: readonly string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async (): Promise<string> => {
    const { value } = await lines.next();
    return /^\d{3}-/u.test(value ?? '') ? reply() : (value ?? 'closed');
  };
  const replies = [await reply()];
  for (const line of says) {
    socket.write(`${line}\r\n`);
    replies.push(await reply());
  }
  socket.destroy();
  return replies;
}
const letter = (text: string) => ['DATA', `Subject: Halo\r\n\r\n${text}\r\n.`];
const ENVELOPE = ['EHLO portal', 'MAIL FROM:<ppdb@contoh.sch.id>', 'RCPT TO:<siti@contoh.id>'];

test('when lines of a letter begin with dots, then they arrive as they are', async () => {
  const replies = await talk(...ENVELOPE, ...letter('..satu\r\n...dua\r\n..\r\nakhir'), 'QUIT');
  expect(replies.map((reply) => reply.slice(0, 3))).toEqual('220 250 250 250 354 250 221'.split(' '));
  expect(simulator.letters.list()).toMatchObject([
    { to: 'siti@contoh.id', subject: 'Halo', text: '.satu\n..dua\n.\nakhir' },
  ]);
});

test('when a letter is too large, then it is refused and not kept, and the next one is taken', async () => {
  const large = `${'x'.repeat(70)}\r\n`.repeat(150_000);
  const replies = await talk(...ENVELOPE, ...letter(large), ...ENVELOPE.slice(1), ...letter('Halo'));
  expect(replies.filter((reply) => !/^2|^354/u.test(reply))).toEqual([
    expect.stringMatching(/^552 .*maximum message size/u),
  ]);
  expect(simulator.letters.list()).toMatchObject([{ text: 'Halo' }]);
});

test('when commands come in another order or are none, then they are refused and the next letter is taken', async () => {
  const replies = await talk(
    'DATA',
    ...ENVELOPE.slice(0, 2),
    'DATA',
    'HALO',
    ENVELOPE[2] ?? '',
    ...letter('Halo'),
  );
  expect(replies.map((reply) => reply.slice(0, 3))).toEqual('220 503 250 250 503 500 250 354 250'.split(' '));
  expect(simulator.letters.list()).toHaveLength(1);
});
