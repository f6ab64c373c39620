import {
  createConfirmation,
  decideConfirmation,
  estimateEnrollmentFees,
  getConfirmationOfRegistration,
  listConfirmations,
  listStaffConfirmations,
  type Confirmation,
} from '@gerbang/contracts/enrollment-confirmations';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { type Door, useDoor } from './door.ts';
import {
  billed,
  confirmationForm,
  confirmed,
  copyOf,
  finance,
  payInBooks,
  processed,
} from './enrollments.ts';

describe('confirming a re-enrolment', () => {
  let door: Door;
  let family: Caller;
  useDoor(async (opened) => {
    door = opened;
    family = await door.caller();
  });

  const messages = (kind: string) =>
    door.published.filter((one) => one.type === 'message.requested' && one.payload.kind === kind);
  const changes = (id: string) =>
    door.published
      .filter((one) => one.type === 'confirmation.changed' && one.payload.id === id)
      .map((one) => one.payload);
  const rows = async (table: string, where: Record<string, unknown>) => door.db(table).where(where);

  test('when a family asks what re-enrolment costs, then the school’s table says it, for its own children only', async () => {
    const copy = await copyOf(door, family);
    const ask = (who: Caller, registrationId: string) =>
      door.call(estimateEnrollmentFees, who, { params: { registrationId } });
    expect((await ask(family, copy.id)).json()).toEqual({
      estimate: {
        table: 'Biaya Pendidikan 2025/2026',
        full: 24_000_000,
        full_discount: 1_000_000,
        instalments: [12_000_000, 6_000_000, 3_600_000, 2_400_000],
      },
    });
    expect((await ask(await door.caller(), copy.id)).statusCode).toBe(404);
  });

  test('when a parent confirms an accepted child, then it is submitted with its trail, the family is notified, and all calls return one shape', async () => {
    const copy = await copyOf(door, family);
    const answer = await door.call(createConfirmation, family, {
      body: confirmationForm(copy, {
        payment_preference: 'full',
        contribution_amount: 2_500_000,
        additional_notes: '  Mohon\r\nbalasan ',
      }),
    });
    expect(answer.statusCode).toBe(201);
    const made: Confirmation = answer.json();
    expect(made).toMatchObject({
      registration_id: copy.id,
      child_id: copy.child_id,
      parent_id: copy.parent_id,
      payment_preference: 'full',
      contribution_type: 'cash',
      contribution_amount: 2_500_000,
      contribution_description: null,
      additional_notes: 'Mohon\nbalasan',
      status: 'submitted',
      enrollment_status: 'pending',
      payment_status: 'pending',
      decline_reason: null,
      decided_by_user: null,
      scheme_id: null,
      payment_summary: null,
      version: 1,
      child: { full_name: 'Aisyah Putri', nick_name: 'Aisyah', gender: 'female' },
      parent: {
        father_name: 'Budi Santoso',
        mother_name: 'Siti Rahma',
        contact_phone: '+6281234567890',
        name_from_account: null,
        phone_from_account: null,
      },
      registration: { id: copy.id, jenjang: 'SD', kelas: '1', academic_year: '2026/2027' },
    });
    const params = { registrationId: copy.id };
    expect((await door.call(getConfirmationOfRegistration, family, { params })).json()).toEqual(made);
    expect((await door.call(listConfirmations, family)).json()).toEqual([made]);
    const staff = await finance(door);
    expect((await door.call(listStaffConfirmations, staff, { query: `id=${made.id}` })).json()).toEqual([
      made,
    ]);

    expect(changes(made.id)).toEqual([
      {
        id: made.id,
        version: 1,
        registration_id: copy.id,
        status: 'submitted',
        enrollment_status: 'pending',
        locks: false,
      },
    ]);
    expect(messages('confirmation_received').at(-1)?.payload).toMatchObject({
      params: { child: 'Aisyah Putri', number: copy.registration_number },
      to: (await rows('accounts', { id: family.id }))[0].phone,
    });
    expect(await rows('audit_events', { subject_id: made.id })).toMatchObject([
      { action: 'confirmation.submitted', actor_id: family.id, actor_name: family.name },
    ]);
    expect(await rows('confirmation_events', { confirmation_id: made.id })).toMatchObject([
      { version: 1, from_status: null, to_status: 'submitted', actor_id: family.id },
    ]);
  });

  test('when goods are given, then they are described; the default is cash of 0', async () => {
    const copy = await copyOf(door, family);
    const goods = { contribution_type: 'goods', contribution_description: '10 kursi lipat' };
    const answer = await door.call(createConfirmation, family, { body: confirmationForm(copy, goods) });
    expect(answer.json()).toMatchObject({ ...goods, contribution_amount: 0 });
    const plain = await copyOf(door, family);
    const other = await door.call(createConfirmation, family, { body: confirmationForm(plain) });
    expect(other.json()).toMatchObject({ contribution_type: 'cash', contribution_amount: 0 });
  });

  test.each([
    [{ payment_preference: undefined }, 'payment_preference'],
    [{ payment_preference: 'Full' }, 'payment_preference'],
    [{ contribution_type: 'gold' }, 'contribution_type'],
    [{ contribution_type: 'goods' }, 'contribution_description'],
    [{ contribution_type: 'goods', contribution_description: ' \u200b ' }, 'contribution_description'],
    [
      { contribution_type: 'goods', contribution_description: 'x', contribution_amount: 5 },
      'contribution_amount',
    ],
    [{ contribution_description: 'x' }, 'contribution_description'],
    [{ contribution_amount: -1 }, 'contribution_amount'],
    [{ contribution_amount: 1.5 }, 'contribution_amount'],
    [{ contribution_amount: '1.000' }, 'contribution_amount'],
    [{ contribution_amount: 1e21 }, 'contribution_amount'],
    [{ contribution_amount: 1_000_000_000_001 }, 'contribution_amount'],
    [{ additional_notes: 'x'.repeat(2001) }, 'additional_notes'],
    [{ registration_id: 'x' }, 'registration_id'],
    [{ child_id: null }, 'child_id'],
    [{ status: 'processed' }, 'status'],
    [{ parent_id: uuidv7() }, 'parent_id'],
    [{ submitted_at: '2026-01-01T00:00:00Z' }, 'submitted_at'],
  ])('when the body says %j, then 400 names %s', async (change, path) => {
    const copy = await copyOf(door, family);
    const answer = await door.call(createConfirmation, family, { body: confirmationForm(copy, change) });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues.map((one: { path: string }) => one.path)).toContain(path);
    expect(await rows('enrollment_confirmations', { registration_id: copy.id })).toEqual([]);
  });

  test('when the largest contribution is given, then it is kept exactly', async () => {
    const copy = await copyOf(door, family);
    const body = confirmationForm(copy, { contribution_amount: 1_000_000_000_000 });
    expect((await door.call(createConfirmation, family, { body })).json().contribution_amount).toBe(
      1_000_000_000_000,
    );
  });

  test('when the registration is another family’s, deleted or made up, then 404 and nothing is written', async () => {
    const stranger = await door.caller();
    const theirs = await copyOf(door, stranger);
    const gone = await copyOf(door, family, { deleted: true });
    for (const copy of [theirs, gone, { id: uuidv7(), child_id: uuidv7() }]) {
      const answer = await door.call(createConfirmation, family, { body: confirmationForm(copy) });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    }
    expect(await rows('enrollment_confirmations', { registration_id: theirs.id })).toEqual([]);
    const params = { registrationId: theirs.id };
    expect((await door.call(getConfirmationOfRegistration, family, { params })).statusCode).toBe(404);
    expect(
      (await door.call(createConfirmation, stranger, { body: confirmationForm(theirs) })).statusCode,
    ).toBe(201);
    expect((await door.call(getConfirmationOfRegistration, family, { params })).statusCode).toBe(404);
    expect((await door.call(getConfirmationOfRegistration, stranger, { params })).statusCode).toBe(200);
  });

  test.each(['registered', 'obs_scheduled', 'waiting_announcement', 'failed', 'reenroll_required'] as const)(
    'when the stage is %s, then 409 not_passed',
    async (current_stage) => {
      const copy = await copyOf(door, family, { current_stage });
      const answer = await door.call(createConfirmation, family, { body: confirmationForm(copy) });
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'not_passed']);
    },
  );

  test('when the child is not the registration’s, then 422 names it', async () => {
    const [one, other] = [await copyOf(door, family), await copyOf(door, family)];
    const answer = await door.call(createConfirmation, family, {
      body: confirmationForm({ ...one, child_id: other.child_id }),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'child_id']);
  });

  test('when it is confirmed a second time in any state but declined, then 409', async () => {
    const { copy, family: owner, confirmation } = await confirmed(door);
    const again = () => door.call(createConfirmation, owner, { body: confirmationForm(copy) });
    expect((await again()).json()).toMatchObject({ statusCode: 409, code: 'already_confirmed' });
    const staff = await finance(door);
    await door.call(decideConfirmation, staff, {
      params: { id: confirmation.id },
      body: { status: 'processed' },
    });
    expect((await again()).json()).toMatchObject({ statusCode: 409, code: 'already_confirmed' });
  });

  test('when staff process it, then decider and time are kept, data are locked, the family is notified; a second time is 409', async () => {
    const { confirmation } = await confirmed(door);
    const staff = await door.caller('staff_tu', 'Tuti Usaha');
    const params = { id: confirmation.id };
    const answer = await door.call(decideConfirmation, staff, { params, body: { status: 'processed' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'processed',
      enrollment_status: 'confirmed',
      payment_status: 'pending',
      decided_by_user: { name: 'Tuti Usaha', role: 'staff_tu' },
      decline_reason: null,
      version: 2,
    });
    expect(changes(confirmation.id).at(-1)).toMatchObject({
      version: 2,
      status: 'processed',
      enrollment_status: 'confirmed',
      locks: true,
    });
    const told = messages('confirmation_processed').length;
    for (const status of ['processed', 'declined']) {
      const again = await door.call(decideConfirmation, staff, { params, body: { status } });
      expect([again.statusCode, again.json().code]).toEqual([409, 'confirmation_state']);
    }
    expect(messages('confirmation_processed')).toHaveLength(told);
    expect(changes(confirmation.id)).toHaveLength(2);
  });

  test('when staff decline it with a reason, then the parent sees it and sends it again, and the history keeps both', async () => {
    const { confirmation, family: owner, copy } = await confirmed(door);
    const staff = await finance(door);
    const params = { id: confirmation.id };
    const declined = await door.call(decideConfirmation, staff, {
      params,
      body: { status: 'declined', reason: ' Data belum lengkap ' },
    });
    expect(declined.json()).toMatchObject({
      status: 'declined',
      enrollment_status: 'declined',
      decline_reason: 'Data belum lengkap',
    });
    expect((await door.call(listConfirmations, owner)).json()[0].decline_reason).toBe('Data belum lengkap');
    expect(messages('confirmation_declined')).not.toEqual([]);
    expect(changes(confirmation.id).at(-1)).toMatchObject({ enrollment_status: 'declined', locks: false });

    const again = await door.call(createConfirmation, owner, {
      body: confirmationForm(copy, { payment_preference: 'full', contribution_amount: 1000 }),
    });
    expect(again.statusCode).toBe(201);
    expect(again.json()).toMatchObject({
      id: confirmation.id,
      status: 'submitted',
      enrollment_status: 'pending',
      payment_preference: 'full',
      contribution_amount: 1000,
      decline_reason: null,
      decided_by_user: null,
      decided_at: null,
      version: 3,
    });
    const history = await door
      .db('confirmation_events')
      .where({ confirmation_id: confirmation.id })
      .orderBy('version')
      .select('from_status', 'to_status', 'reason');
    expect(history).toEqual([
      { from_status: null, to_status: 'submitted', reason: null },
      { from_status: 'submitted', to_status: 'declined', reason: 'Data belum lengkap' },
      { from_status: 'declined', to_status: 'submitted', reason: null },
    ]);
    expect(
      messages('confirmation_received')
        .slice(-2)
        .map((one) => one.payload.dedupeKey),
    ).toHaveLength(2);
    expect(
      (await door.call(decideConfirmation, staff, { params, body: { status: 'processed' } })).statusCode,
    ).toBe(200);
  });

  test('when it is declined, then the message opens it and keeps the reason behind the login', async () => {
    const { confirmation } = await confirmed(door);
    const answer = await door.call(decideConfirmation, await finance(door), {
      params: { id: confirmation.id },
      body: { status: 'declined', reason: 'Data belum lengkap' },
    });
    expect(answer.json()).toMatchObject({ status: 'declined', decline_reason: 'Data belum lengkap' });
    const params = messages('confirmation_declined').at(-1)?.payload.params;
    expect(params).not.toHaveProperty('reason');
    expect(params).toMatchObject({
      link: `http://localhost:8080/enrollment-confirmation-detail/${confirmation.id}`,
    });
  });

  test.each([
    [{ status: 'completed' }, 400],
    [{ status: 'submitted' }, 400],
    [{ status: 'PROCESSED' }, 400],
    [{}, 400],
    [{ status: 'processed', reason: 'x' }, 400],
    [{ status: 'declined', reason: 'x'.repeat(2001) }, 400],
    [{ status: 'declined', decided_by: 'x' }, 400],
  ])('when staff send %j, then %d', async (body, status) => {
    const { confirmation } = await confirmed(door);
    const answer = await door.call(decideConfirmation, await finance(door), {
      params: { id: confirmation.id },
      body,
    });
    expect(answer.statusCode).toBe(status);
  });

  test('when staff decide on what is not there, then 404', async () => {
    const answer = await door.call(decideConfirmation, await finance(door), {
      params: { id: uuidv7() },
      body: { status: 'processed' },
    });
    expect(answer.statusCode).toBe(404);
  });

  test('when the caller has an older version, then 409 stale with who changed it, when, and the present state', async () => {
    const { confirmation, family: owner, copy } = await confirmed(door);
    const staff = await finance(door);
    const params = { id: confirmation.id };
    const headers = { 'if-match': '"1"' };
    await door.call(decideConfirmation, staff, { params, body: { status: 'declined' }, headers });
    const body = confirmationForm(copy);
    const stale = await door.call(createConfirmation, owner, { body, headers });
    expect(stale.json()).toMatchObject({
      statusCode: 409,
      code: 'stale',
      stale: {
        changed_by: { name: 'Fina Keuangan', role: 'finance' },
        present: { id: confirmation.id, status: 'declined', version: 2 },
      },
    });
    expect(
      (await door.call(createConfirmation, owner, { body, headers: { 'if-match': '"2"' } })).statusCode,
    ).toBe(201);
    const late = await door.call(decideConfirmation, staff, {
      params,
      body: { status: 'processed' },
      headers,
    });
    expect(late.json()).toMatchObject({ code: 'stale', stale: { present: { version: 3 } } });
    expect(
      (await door.call(decideConfirmation, staff, { params, body: { status: 'processed' } })).statusCode,
    ).toBe(200);
  });

  test('when invoices are paid in part, then the summary is their sums, for the parent and for staff', async () => {
    const { family: owner, invoices, confirmation } = await billed(door, { payment_scheme: 'installment' });
    await payInBooks(door, invoices[0]!, 10_000_000);
    await payInBooks(door, invoices[1]!, 1_234_567);
    const expected = { total_amount: 20_000_000, amount_paid: 11_234_567, outstanding_balance: 8_765_433 };
    expect((await door.call(listConfirmations, owner)).json()[0].payment_summary).toEqual(expected);
    const seen = await door.call(listStaffConfirmations, await finance(door), {
      query: `id=${confirmation.id}`,
    });
    expect(seen.json()[0]).toMatchObject({ payment_summary: expected, payment_status: 'invoice_generated' });
  });

  test('when the copy of the registration changes, then the names in the responses do', async () => {
    const { family: owner, copy } = await processed(door);
    await door
      .db('registrations')
      .where({ id: copy.id })
      .update({ child_name: 'Nama Baru', father_name: null });
    expect((await door.call(listConfirmations, owner)).json()[0]).toMatchObject({
      child: { full_name: 'Nama Baru' },
      parent: { father_name: null },
    });
  });
});
