import { getCashReport } from '@gerbang/contracts/reports';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { drawersOf, payCash } from './drawers.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { invoiceOf, sent, check } from './payment-calls.ts';
import { setSchool } from './payment-expectations.ts';
import { approve, reverse } from './payment-reversals.ts';

const statuses = (answers: readonly { readonly statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);

const DAY_MS = 86_400_000;

describe('drawers at the counter', () => {
  let world: World;
  let drawers: ReturnType<typeof drawersOf>;
  let fina: Caller;
  let rudi: Caller;
  let head: Caller;
  const on = { cash_proof: 'optional', cash_drawers: true } as const;
  beforeAll(async () => {
    world = await openPatientPayments();
    drawers = drawersOf(world.door);
  });
  // Other people each time: each has one open drawer, and what one books by hand in an hour has a limit.
  beforeEach(async () => {
    await setSchool(world.door, on);
    fina = await world.door.caller('finance', 'Fina Keuangan');
    rudi = await world.door.caller('finance', 'Rudi Keuangan');
    head = await world.door.caller('manager_pendidikan', 'Kepala Sekolah');
  });
  afterAll(() => world.close());

  const today = () => jakartaDay(world.door.context.now());
  const owed = async (total = 9_000_000) => (await invoiceOf(world, total)).invoice;
  const pay = (person: Caller, invoice: { id: string; created_at: string }, amount: number) =>
    payCash(world, person, invoice, amount, today());
  // A report stays as it is for a minute, for one role.
  const report = async (query = '', caller = fina) =>
    (await world.door.call(getCashReport, caller, { query: `from=${today()}&to=${today()}${query}` })).json();
  const trail = (subject_id: string) =>
    world.door.db('audit_events').where({ subject_id }).orderBy(['at', 'id']).pluck('action');

  test('when a person opens a drawer, then cash falls into it until it is counted, and another person signs it', async () => {
    const invoice = await owed();
    const opened = await drawers.open(fina, 200_000);
    expect([opened.statusCode, opened.json()]).toMatchObject([
      201,
      {
        person: { id: fina.id, name: 'Fina Keuangan' },
        day: today(),
        float: 200_000,
        expected: 200_000,
        state: 'open',
      },
    ]);
    const { id } = opened.json();
    const paid = (await pay(fina, invoice, 1_500_000)).json();
    const other = await drawers.open(rudi);
    await pay(rudi, invoice, 500_000);
    expect(await drawers.sheet(head, id)).toMatchObject({
      booked: 1_500_000,
      expected: 1_700_000,
      counted: null,
      difference: null,
      lines: [{ amount: 1_500_000, source: 'invoice', number: paid.receipt_number }],
    });
    const closed = await drawers.close(fina, id, { 100_000: 16, 50_000: 2 });
    expect([closed.statusCode, closed.json()]).toMatchObject([
      200,
      {
        counted: 1_700_000,
        difference: 0,
        reason: null,
        state: 'closed',
        pieces: { 100_000: 16, 50_000: 2 },
      },
    ]);
    expect((await drawers.sign(fina, id)).json()).toMatchObject({ statusCode: 403, code: 'same_person' });
    expect((await drawers.sign(head, id)).json()).toMatchObject({
      state: 'signed',
      signed: { by: { name: 'Kepala Sekolah', role: 'manager_pendidikan' } },
    });
    expect((await drawers.sign(rudi, id)).json()).toMatchObject({ statusCode: 409, code: 'drawer_state' });
    expect(await trail(id)).toEqual(['drawer.opened', 'drawer.closed', 'drawer.signed']);
    expect((await drawers.list(head)).map((one) => one.id)).toEqual(
      expect.arrayContaining([id, other.json().id]),
    );
    expect(await drawers.list(head, 'day=2020-01-01')).toEqual([]);
  });

  test('when no drawer is open, then cash books nothing and says what to do, and other ways book as ever', async () => {
    const { family, invoice } = await invoiceOf(world);
    const before = await world.door.db('invoice_ledger').count('* as n').first();
    expect((await pay(fina, invoice, 100_000)).json()).toMatchObject({
      statusCode: 409,
      code: 'no_drawer',
      message: expect.stringContaining('Buka kas Anda di “Kas Loket”'),
    });
    expect(await world.door.db('invoice_ledger').count('* as n').first()).toEqual(before);
    const slip = await sent(world, family, invoice, { amount_paid: 100_000 });
    expect((await check(world, fina, slip.id)).statusCode).toBe(200);
    const { id } = (await drawers.open(fina)).json();
    expect((await pay(fina, invoice, 100_000)).statusCode).toBe(201);
    await drawers.close(fina, id, 100_000);
    expect((await pay(fina, invoice, 100_000)).json()).toMatchObject({ code: 'no_drawer' });
    const next = (await drawers.open(fina)).json();
    expect(next.id).not.toBe(id);
    expect((await pay(fina, invoice, 100_000)).statusCode).toBe(201);
    expect(await drawers.sheet(fina, id)).toMatchObject({ booked: 100_000, state: 'closed' });
    expect(await drawers.sheet(fina, next.id)).toMatchObject({ booked: 100_000, state: 'open' });
  });

  test('when what is counted differs, then it is closed only with a reason, by its own person, and once', async () => {
    const { id } = (await drawers.open(fina, 50_000)).json();
    await pay(fina, await owed(), 300_000);
    for (const reason of [undefined, 'apa', '    a   ']) {
      const refused = await drawers.close(fina, id, 340_000, reason);
      expect(refused.json()).toMatchObject({
        statusCode: 422,
        code: 'reason_missing',
        issues: [{ path: 'reason' }],
      });
    }
    for (const counted of [-1, 1.5, '350000', { 300: 1 }, { 1000: -1 }, null]) {
      const answer = await drawers.close(fina, id, counted, 'Kembalian salah');
      expect([counted, answer.statusCode]).toEqual([counted, 400]);
    }
    expect((await drawers.close(rudi, id, 340_000, 'Kembalian salah')).statusCode).toBe(403);
    expect((await drawers.close(fina, id, 340_000, 'Kembalian salah')).json()).toMatchObject({
      expected: 350_000,
      counted: 340_000,
      difference: -10_000,
      reason: 'Kembalian salah',
    });
    expect((await drawers.close(fina, id, 350_000)).json()).toMatchObject({ code: 'drawer_closed' });
    expect((await drawers.sign(rudi, id)).json()).toMatchObject({ state: 'signed', difference: -10_000 });
  });

  test('when cash is taken back, then it leaves the open drawer of the person that takes it back, or that asked', async () => {
    const invoice = await owed(60_000_000);
    const first = (await drawers.open(fina)).json();
    const paid = (await pay(fina, invoice, 400_000)).json();
    const second = (await drawers.open(rudi)).json();
    expect((await reverse(world.door, rudi, paid.id, 'bounced')).statusCode).toBe(200);
    expect(await drawers.sheet(rudi, second.id)).toMatchObject({ booked: -400_000, expected: -400_000 });
    expect(await drawers.sheet(rudi, first.id)).toMatchObject({ booked: 400_000 });
    const more = (await pay(fina, invoice, 9_999_999)).json();
    await world.door.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      await trx('enrollment_invoice_payments')
        .where({ id: more.id })
        .update({ verified_at: new Date(Date.now() - 2 * DAY_MS) });
    });
    const asked = (await reverse(world.door, fina, more.id, 'bounced')).json();
    expect(asked).toMatchObject({ request_id: expect.any(String) });
    await drawers.close(fina, first.id, 10_399_999);
    expect((await approve(world.door, head, asked.request_id)).json()).toMatchObject({
      statusCode: 409,
      code: 'no_drawer',
      message: expect.stringContaining('Yang meminta'),
    });
    const third = (await drawers.open(fina)).json();
    expect((await approve(world.door, head, asked.request_id)).statusCode).toBe(200);
    expect(await drawers.sheet(rudi, third.id)).toMatchObject({ booked: -9_999_999 });
  });

  test('when the school has no drawers, then cash is booked as before and the report says nothing of them', async () => {
    await setSchool(world.door, { cash_proof: 'optional' });
    const invoice = await owed();
    expect((await drawers.open(fina)).json()).toMatchObject({ statusCode: 409, code: 'drawers_off' });
    expect((await pay(fina, invoice, 250_000)).statusCode).toBe(201);
    expect((await pay(fina, invoice, 250_000)).statusCode).toBe(201);
    expect(await report('', head)).not.toHaveProperty('drawers');
    const own = (await drawers.list(head)).filter(({ person }) => person.id === fina.id);
    expect(own).toMatchObject([{ automatic: true, float: 0, booked: 500_000, bookings: 2, state: 'open' }]);
    // Its person may count it all the same; then it waits for a signature, on later days too, and the next money opens another.
    const { id = '' } = own[0] ?? {};
    const waits = async () => (await drawers.list(head)).some((one) => one.id === id);
    const later = new Date(world.door.context.now().getTime() + DAY_MS);
    world.door.setClock(later);
    expect(await waits()).toBe(false);
    expect((await drawers.close(fina, id, 500_000)).statusCode).toBe(200);
    expect(await waits()).toBe(true);
    expect((await drawers.sign(head, id)).statusCode).toBe(200);
    expect(await waits()).toBe(false);
    expect((await pay(fina, invoice, 250_000)).statusCode).toBe(201);
    expect((await drawers.list(head)).filter(({ person }) => person.id === fina.id)).toMatchObject([
      { automatic: true, booked: 250_000, state: 'open' },
    ]);
    world.door.setClock(null);
  });

  test('when the report of cash is read, then its drawers make up its cash, whatever filter there is', async () => {
    const cashOf = (body: { methods: { method: string; amount: number }[] }) =>
      body.methods.find(({ method }) => method === 'cash')?.amount;
    const { id } = (await drawers.open(fina)).json();
    await pay(fina, await owed(), 700_000);
    for (const filter of ['', '&by=paid', '&jenjang=SD', '&jenjang=TK']) {
      const body = await report(filter);
      const sum = body.drawers.reduce((all: number, { amount }: { amount: number }) => all + amount, 0);
      expect([filter, sum]).toEqual([filter, cashOf(body)]);
    }
    expect((await report()).drawers).toContainEqual({
      id,
      day: today(),
      person: { id: fina.id, name: 'Fina Keuangan' },
      state: 'open',
      amount: 700_000,
      count: 1,
      difference: null,
    });
  });

  test('when a person opens twice, books while closing, and two sign at once, then each happens once', async () => {
    const invoice = await owed(60_000_000);
    const opened = await Promise.all(Array.from({ length: 10 }, () => drawers.open(fina, 10_000)));
    expect(statuses(opened)).toEqual([201, ...Array<number>(9).fill(409)]);
    const { id } = opened.find(({ statusCode }) => statusCode === 201)?.json() ?? {};
    const [closed, ...paid] = await Promise.all([
      drawers.close(fina, id, 10_000, 'Ditutup saat masih ada yang membayar'),
      ...Array.from({ length: 20 }, () => pay(fina, invoice, 10_000)),
    ]);
    const booked = paid.filter(({ statusCode }) => statusCode === 201).length;
    expect(closed.statusCode).toBe(200);
    for (const one of paid) {
      if (one.statusCode !== 201) expect(one.json()).toMatchObject({ statusCode: 409, code: 'no_drawer' });
    }
    const sheet = await drawers.sheet(fina, id);
    expect(sheet).toMatchObject({
      booked: booked * 10_000,
      expected: 10_000 + booked * 10_000,
      state: 'closed',
    });
    expect(sheet.difference).toBe(0 - booked * 10_000);
    const signed = await Promise.all([
      drawers.sign(rudi, id),
      drawers.sign(head, id),
      drawers.sign(rudi, id),
    ]);
    expect(statuses(signed)).toEqual([200, 409, 409]);
  });

  test('when one key is sent twice, then the cash is in the drawer once', async () => {
    const invoice = await owed();
    const { id } = (await drawers.open(fina)).json();
    const key = crypto.randomUUID();
    for (const _time of [1, 2]) {
      expect((await payCash(world, fina, invoice, 100_000, today(), key)).statusCode).toBe(201);
    }
    expect(await drawers.sheet(fina, id)).toMatchObject({ booked: 100_000, bookings: 1 });
  });
});
