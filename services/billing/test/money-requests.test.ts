import {
  exportMoneyRequests,
  listMoneyRequests,
  withdrawMoneyRequest,
} from '@gerbang/contracts/money-requests';
import type { Caller as DoorCaller } from '@gerbang/service-kit/testing/door';
import { conflict } from '@gerbang/service-kit/http/problems';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import { uuidv7 } from 'uuidv7';
import { askSecondPerson } from '../src/money-requests/ask-second-person.ts';
import { approveRequest } from '../src/money-requests/decide-money-request.ts';
import type { RequestKind } from '../src/money-requests/request-kinds.ts';
import { type Door, openDoor } from './door.ts';
import { copyOf } from './enrollments.ts';

const callerOf = ({ id, role }: DoorCaller) => ({
  id,
  role,
  origin: { address: '203.0.113.7', requestId: id },
  ifMatch: undefined,
  idempotencyKey: uuidv7(),
});

describe('changes of money that want a second person', () => {
  let door: Door;
  let finance: DoorCaller;
  let head: DoorCaller;
  let done: string[];
  let refused: boolean;
  const kind: RequestKind = {
    kind: 'payment_reversal',
    apply: async (_context, _trx, _caller, { subject_id }) => {
      if (refused) throw conflict('payment_checked', 'Sudah dibatalkan.');
      done.push(subject_id);
    },
  };
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Fina Keuangan');
    head = await door.caller('manager_pendidikan', 'Maya Kepala');
  });
  beforeEach(() => {
    done = [];
    refused = false;
  });
  afterAll(() => door.close());

  const asked = async (by: DoorCaller, subject: string = uuidv7(), registrations: string[] = []) =>
    door.database.transaction((trx) =>
      askSecondPerson(trx, callerOf(by), {
        kind: 'payment_reversal',
        subject_id: subject,
        registration_ids: registrations,
        amount: 2_000_000,
        reason: 'Masuk ke tagihan kakaknya',
        figures: [{ figure: 'invoice_paid', of: 'INV-2026-000001', before: 2_000_000, after: 0 }],
        terms: { cause: 'wrong_target' },
      }),
    );
  const approve = (by: DoorCaller, id: string, context = door.context) =>
    approveRequest(context, [kind], callerOf(by), id).then(
      ({ status }) => status as string,
      ({ code }: { code: string }) => code,
    );
  const withdraw = async (by: DoorCaller, id: string) => {
    const { statusCode, body } = await door.call(withdrawMoneyRequest, by, { params: { id } });
    return statusCode === 204 ? 'withdrawn' : (JSON.parse(body) as { code: string }).code;
  };
  const statusOf = async (id: string) => (await door.db('money_requests').where({ id }).first()).status;

  test('when another person approves, then it is carried out once, and the list says who did what', async () => {
    const family = await door.caller();
    const copy = await copyOf(door, family);
    const subject = uuidv7();
    const id = await asked(finance, subject, [copy.id]);
    const rowOf = async (by: DoorCaller) =>
      ((await door.call(listMoneyRequests, by)).json() as { id: string }[]).find((one) => one.id === id);
    expect(await rowOf(finance)).toMatchObject({
      own: true,
      status: 'waits',
      figures: [{ of: 'INV-2026-000001', before: 2_000_000, after: 0 }],
      registrations: [{ id: copy.id, number: copy.registration_number, child_name: 'Aisyah Putri' }],
    });
    expect(await approve(head, id)).toBe('approved');
    expect(await approve(head, id)).toBe('request_decided');
    expect(done).toEqual([subject]);
    expect(await rowOf(head)).toMatchObject({
      own: false,
      status: 'approved',
      asked_by: { name: 'Fina Keuangan', role: 'finance' },
      decided_by: { name: 'Maya Kepala', role: 'manager_pendidikan' },
    });
    const file = await door.call(exportMoneyRequests, head, { query: 'format=csv&status=approved' });
    const [titles, ...rows] = readCsv(file.body);
    const own = rows.find((row) => row.includes(copy.registration_number)) ?? [];
    expect(Object.fromEntries((titles ?? []).map((title, at) => [title, own[at]]))).toMatchObject({
      Anak: 'Aisyah Putri',
      Status: 'Disetujui',
      'Diajukan Oleh': 'Fina Keuangan',
      'Diputuskan Oleh': 'Maya Kepala',
    });
  });

  test('when a page is read again and again, then a kept plan gives the rows of the whole list', async () => {
    for (let one = 0; one < 12; one += 1) await asked(finance);
    for (const filter of ['', '&status=waits']) {
      const whole = (await door.call(listMoneyRequests, head, { query: filter.slice(1) })).json();
      // More than five times, because PostgreSQL then plans a named statement for all values at once.
      for (let turn = 0; turn < 7; turn += 1) {
        const first = await door.call(listMoneyRequests, head, { query: `limit=10${filter}` });
        expect(Number(first.headers['x-total-count'])).toBe(whole.length);
        const [, next = ''] = /cursor=([\w-]+)/u.exec(String(first.headers.link)) ?? [];
        const query = `limit=10${filter}&cursor=${next}`;
        const second = (await door.call(listMoneyRequests, head, { query })).json();
        expect([...first.json(), ...second]).toEqual(whole.slice(0, 20));
      }
      const statements = await countStatements(async () => {
        await door.call(listMoneyRequests, head, { query: `limit=10${filter}` });
      });
      expect(statements[0]).toMatch(/^money requests \d$/u);
    }
  });

  test('when the first person or a tied account approves, then nothing happens', async () => {
    const id = await asked(finance);
    expect(await approve(finance, id)).toBe('same_person');
    const tied = {
      ...door.context,
      assertEyes: async () => {
        throw conflict('eyes_tied', 'Akun terkait');
      },
    };
    expect(await approve(head, id, tied)).toBe('eyes_tied');
    expect([done, await statusOf(id)]).toEqual([[], 'waits']);
  });

  test('when the foundation has one person, then that one approves what it asked', async () => {
    const config = { ...door.context.config, FOUR_EYES: 'off' as const };
    const assertEyes = () => Promise.reject(new Error('auth is not asked'));
    const id = await asked(finance);
    expect(await approve(finance, id, { ...door.context, config, assertEyes })).toBe('approved');
    expect([done.length, await statusOf(id)]).toEqual([1, 'approved']);
  });

  test('when it can no longer be carried out, then it waits on and can be withdrawn', async () => {
    const id = await asked(finance);
    refused = true;
    expect(await approve(head, id)).toBe('payment_checked');
    expect(await statusOf(id)).toBe('waits');
    expect(await withdraw(finance, id)).toBe('withdrawn');
    expect(await withdraw(finance, id)).toBe('request_decided');
  });

  test('when a request about the same subject waits, then no second one is asked', async () => {
    const subject = uuidv7();
    const id = await asked(finance, subject);
    await expect(asked(head, subject)).rejects.toMatchObject({ code: 'request_waits' });
    expect(await approve(head, id)).toBe('approved');
    await asked(head, subject);
  });

  test('when forty approve beside forty who withdraw, then one of all decides', async () => {
    const id = await asked(finance);
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, (_one, at) => (at % 2 === 0 ? approve(head, id) : withdraw(finance, id))),
    );
    const decided = outcomes.filter((one) => one === 'approved' || one === 'withdrawn');
    expect(decided).toEqual([await statusOf(id)]);
    expect(done).toHaveLength(decided[0] === 'approved' ? 1 : 0);
    expect(new Set(outcomes)).toEqual(new Set([...decided, 'request_decided']));
  });
});
