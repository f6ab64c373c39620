import { maskedAddress } from '@gerbang/domain/masked-phone';
import { alone } from '@gerbang/service-kit/testing/alone';
import { openLetterWorld } from './letter-world.ts';

type World = Awaited<ReturnType<typeof openLetterWorld>>;
const soon = () => new Date(Date.now() + 600_000).toISOString();

describe('letters', () => {
  let world: World;
  beforeAll(async () => {
    world = await openLetterWorld();
  });
  afterAll(() => world.stop());
  beforeEach(() => world.reset());

  test('when a letter is asked for, then it arrives once, readable as text and as a page, with the id of its message', async () => {
    const id = await world.letter('siti@contoh.id');
    await Promise.all([world.drain(), world.drain(), world.drain()]);
    const [letter, ...others] = world.letters('siti@contoh.id');
    expect(others).toEqual([]);
    expect(letter?.subject).toBe('Verifikasi alamat email Anda');
    expect(letter?.headers).toMatchObject({
      'message-id': `<${id}@contoh.sch.id>`,
      from: 'Sekolah Contoh <ppdb@contoh.sch.id>',
      'auto-submitted': 'auto-generated',
    });
    expect(letter?.headers['list-unsubscribe']).toBeUndefined();
    expect(letter?.text).toContain('https://portal.example/email/verify#rahasia-sekali');
    expect(letter?.html).toContain('href="https://portal.example/email/verify#rahasia-sekali"');
    expect(letter?.html).toContain('prefers-color-scheme:dark');
    expect(letter?.html).toContain('max-width:600px');
    expect(letter?.html).not.toMatch(/<img|<link|url\(|@import|<script/u);
    expect(world.sends).toEqual([]);
    const row = await world.row(id);
    expect(row).toMatchObject({ channel: 'email', status: 'sent', reason: null });
    expect(row.message).not.toContain('rahasia-sekali');
  });

  test('when a code goes by letter, then it stands there and nowhere else afterwards', async () => {
    const id = await world.letter('siti@contoh.id', {
      kind: 'reset_code',
      priority: 'code',
      params: { code: '482913' },
      expiresAt: soon(),
    });
    await world.drain();
    expect(world.letters('siti@contoh.id')[0]?.text).toContain('482913 adalah kode verifikasi');
    const row = await world.row(id);
    expect(row).toMatchObject({ status: 'sent', params_sealed: null });
    expect(row.message).not.toMatch(alone('482913'));
    for (const words of [alone('482913'), /siti@contoh/u]) expect(world.logs.join('')).not.toMatch(words);
  });

  test('when the kind may go another way, then the letter says where that is chosen', async () => {
    const { id: userId, email } = await world.family();
    const params = {
      child: 'Bima',
      number: 'INV-1',
      amount: 'Rp1',
      when: 'besok',
      due: '1 Mei',
      link: 'https://portal.example/tagihan?bayar=1',
    };
    await world.letter(email, { kind: 'invoice_due', letter: { email, userId }, params });
    await world.drain();
    const [letter] = world.letters(email);
    expect(letter?.headers['list-unsubscribe']).toBe('<https://portal.example/notifications>');
    expect(letter?.text).toContain('Atur pemberitahuan: https://portal.example/notifications');
  });

  test('when a family has proved its address and not its number, then a letter that it chose has its words and takes no room of the number', async () => {
    const { id: accountId, phone, email } = await world.family({ proved: false });
    const kind = 'stage_changed';
    await world.knex('message_settings').insert({ account_id: accountId, kind, channel: 'email' });
    const params = { child: 'Bima', number: 'PSB-1', stage: 'Lulus', link: 'https://portal.example/x' };
    const id = await world.ask({ to: phone, accountId, kind, params });
    await world.drain();
    expect(world.letters(email)[0]?.text).toContain('Tahap pendaftaran Bima (nomor PSB-1)');
    expect(await world.knex('recipient_counts').where('unproved', '>', 0)).toEqual([]);
    // Sent again by staff it goes to the number, without the name.
    await world.knex('notifications').where({ id }).update({ status: 'failed' });
    expect((await world.call('W04', await world.account('cs'), { id })).statusCode).toBe(200);
    await world.service.deliver(id);
    expect(world.sends).toMatchObject([{ to: phone, values: expect.arrayContaining(['putra/putri Anda']) }]);
    expect((await world.row(id)).message).not.toContain('Bima');
  });

  test.each([
    ['a plus sign', 'siti+ppdb@contoh.id'],
    ['254 characters', `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}${'c'.repeat(3)}.id`],
    ['a domain of other letters', 'siti@xn--bcher-kva.example'],
  ])('when the address has %s, then the letter arrives there', async (_what, email) => {
    expect(email.length).toBeLessThanOrEqual(254);
    const id = await world.letter(email);
    await world.drain();
    expect(world.letters(email)).toHaveLength(1);
    expect(await world.row(id)).toMatchObject({ status: 'sent' });
  });

  test.each([
    'siti@contoh.id\r\nBcc: orang@lain.id',
    'siti@contoh.id>\r\nRCPT TO:<orang@lain.id',
    'siti@contoh.id, orang@lain.id',
  ])('when an address holds a header (%j), then nobody else gets the letter', async (email) => {
    await world.letter(email);
    await world.drain();
    expect(world.letters('orang@lain.id')).toEqual([]);
    expect(world.letters().flatMap(({ headers }) => headers.bcc ?? [])).toEqual([]);
  });

  test('when a name holds a header or a page, then the letter shows it as text', async () => {
    const { id: userId, email } = await world.family();
    const params = { name: 'Siti\r\nBcc: orang\r\n\r\n<b onclick=x>', link: 'https://portal.example/' };
    await world.letter(email, { kind: 'password_changed', letter: { email, userId }, params });
    await world.drain();
    const [letter] = world.letters(email);
    expect(letter?.headers.bcc).toBeUndefined();
    expect(letter?.html).not.toContain('<b onclick');
    expect(letter?.text).toContain('Siti Bcc: orang <b onclick=x>');
    expect(world.letters()).toHaveLength(1);
  });

  test('when staff look at a letter, then they see its way and the ends of its address', async () => {
    const staff = await world.account('admin');
    const id = await world.letter('siti@contoh.id');
    const message = (await world.call('W03', staff, { id })).json();
    expect(message).toMatchObject({
      channel: 'email',
      recipient: { phone: maskedAddress('siti@contoh.id') },
    });
    expect(message.text).not.toContain('rahasia');
  });
});
