import { importStatement } from '@gerbang/contracts/bank-statements';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { patiently } from '@gerbang/service-kit/testing/patience';
import { randomOf } from '@gerbang/service-kit/testing/random';
import { type Movement, movementsOf, PRINTERS } from './bank-files.ts';
import { type Door, openDoor } from './door.ts';

const MANY = 40;
const OPENING = 5_000_000_000;
const day = (of: number) => `2027-03-${String(of).padStart(2, '0')}`;

describe('statements that are uploaded at once', () => {
  let door: Door;
  let staff: readonly Caller[];
  let account = '';
  beforeAll(async () => {
    door = await openDoor();
    door.setClock(new Date('2027-03-20T05:00:00Z'));
    staff = [await door.caller('finance', 'Fina Keuangan'), await door.caller('admin', 'Ani Admin')];
    account = door.context.school.settings.accounts[0]?.key ?? '';
  });
  afterAll(() => door.close());

  /** A history of which some payments of a day are equal, under a reference of its own. */
  const history = (reference: string, seed: number): Movement[] => {
    const random = randomOf(seed);
    const days = Array.from({ length: 60 }, () => random.between(1, 12)).toSorted((a, b) => a - b);
    return movementsOf(
      OPENING + seed * 1_000_000_000_000,
      days.map((of) => ({
        day: day(of),
        direction: 'in',
        sen: random.pick([35_000_000, 35_000_000, 1_225_000_000]),
        text: 'BI-FAST CR BUDI S',
        reference,
      })),
    );
  };
  const send = (movements: readonly Movement[], at: number, mark = '') =>
    patiently(() =>
      door.app.inject({
        method: 'POST',
        url: `${importStatement.path}?${new URLSearchParams({ account_key: account, file_name: 'mutasi.csv' })}`,
        headers: { ...door.headers(staff[at % 2] as Caller), 'content-type': 'application/octet-stream' },
        payload: Buffer.from(
          PRINTERS.bsi({ account: '', opening: OPENING, movements, grouped: true }) + '\n' + mark,
        ),
      }),
    );
  const kept = async (reference: string) => {
    const rows = await door.db('bank_lines').where({ bank_reference: reference });
    return rows.map((row) => `${row.booked_on} ${row.amount}`).toSorted();
  };
  const printed = (movements: readonly Movement[]) =>
    movements.map((one) => `${one.day} ${one.sen / 100}`).toSorted();

  test('when 40 callers send one file, then it is taken over once, and the others are told which it is', async () => {
    const movements = history('910001', 1);
    const answers = await Promise.all(Array.from({ length: MANY }, (_none, at) => send(movements, at)));
    const [first, ...more] = answers.filter(({ statusCode }) => statusCode === 201);
    expect(more).toEqual([]);
    const id = first?.json().statement.id as string;
    for (const answer of answers) {
      if (answer === first) continue;
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { code: 'file_known', details: { statement_id: id } },
      ]);
    }
    expect(await kept('910001')).toEqual(printed(movements));
  });

  test('when 40 files that overlap are sent at once, then each line is there once, and every file knows how many of its lines were new', async () => {
    const movements = history('910002', 2);
    const random = randomOf(3);
    const parts = Array.from({ length: MANY }, (_none, at) => {
      if (at === 0) return movements;
      const from = day(random.between(1, 12));
      const until = random.between(1, movements.length);
      // A bank's export begins with a whole day; it may end within one.
      return movements.filter((one, place) => one.day >= from && place < until);
    }).filter((part) => part.length > 0);
    // Blank rows at the end make each file another one.
    const answers = await Promise.all(parts.map((part, at) => send(part, at, '\n'.repeat(at))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(parts.map(() => 201));
    expect(await kept('910002')).toEqual(printed(movements));
    const statements = answers.map((answer) => answer.json().statement);
    expect(statements.map(({ lines_total }) => lines_total)).toEqual(parts.map(({ length }) => length));
    const fresh = statements.reduce((sum: number, { lines_new }) => sum + lines_new, 0);
    expect(fresh).toBe(movements.length);
  });
});
