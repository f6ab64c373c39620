import { runs } from '@gerbang/domain/testing/runs';
import { importStatement, listBankLines } from '@gerbang/contracts/bank-statements';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { matchOpenLines } from '../src/bank-matches/match-open-lines.ts';
import { StatementReader } from '../src/bank-statements/statement-reader.ts';
import { book as bookAll } from './bank-bookings.ts';
import { movementsOf, PRINTERS } from './bank-files.ts';
import { type Door, openDoor } from './door.ts';
import { ask, owing, setSchool } from './payment-expectations.ts';

const TODAY = jakartaDay(new Date());
const NAMES = { father_name: 'Budi Santoso', mother_name: 'Rina Wati', child_name: 'Aisyah Putri' };

interface Moved {
  readonly direction?: 'in' | 'out';
  readonly amount: number;
  readonly text: string;
  readonly day?: string;
  readonly reference?: string;
}
interface Line {
  readonly id: string;
  readonly amount: number;
  readonly description: string;
  readonly doubt: string | null;
  readonly doubt_line_id: string | null;
  readonly matches: readonly {
    readonly id: string;
    readonly confidence: string;
    readonly reasons: string[];
  }[];
}

describe('lines of a statement in doubt', () => {
  let door: Door;
  let finance: Caller;
  let account: { key: string; account_number: string };
  let counter = 0;
  const reader = new StatementReader();
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance');
    const [first] = door.context.school.settings.accounts;
    if (!first) throw new Error('The sample school has no account');
    account = first;
    await setSchool(door, { unique_code: { on: true, max: 999 } });
  });
  /** Lines of before go to an account of their own: booked ones cannot be deleted. */
  const setAside = () =>
    door
      .db('bank_lines')
      .where({ account_key: account.key })
      .update({ account_key: `lama-${(counter += 1)}` });
  beforeEach(async () => void (await setAside()));
  afterAll(async () => {
    await reader.close();
    await door.close();
  });

  /** Uploads a file of a bank that shows no balances. */
  const upload = async (moved: readonly Moved[]) => {
    const movements = movementsOf(
      0,
      moved.map(({ direction = 'in', amount, text, day = TODAY, reference = '' }) => ({
        day,
        direction,
        sen: amount * 100,
        text,
        reference,
      })),
    );
    const digits = account.account_number.replace(/\D/gu, '');
    const text = PRINTERS['mandiri-mcm']({ account: digits, opening: 0, movements, grouped: true });
    const answer = await door.app.inject({
      method: 'POST',
      url: `${importStatement.path}?${new URLSearchParams({ account_key: account.key, file_name: 'mutasi.csv' })}`,
      headers: { ...door.headers(finance), 'content-type': 'application/octet-stream' },
      // No two files are the same.
      payload: Buffer.from(`${text}\n${' \n'.repeat((counter += 1))}`),
    });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json() as {
      known: number;
      matched: Record<string, number>;
      statement: { checks: { check: string; result: string; text: string }[]; lines_new: number };
    };
  };
  const lines = async () =>
    (
      await door.call(listBankLines, finance, { query: `sort=booked_on&account=${account.key}` })
    ).json() as Line[];
  /** A fee with the very amount that its family was asked for. */
  const due = async () => {
    const { family, copy } = await owing(door, 350_000, NAMES);
    const answer = await ask(door, family, 'registration_fee', copy.id);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json().transfer_amount as number;
  };
  const book = async (ids: readonly string[]) =>
    (await bookAll(door, finance, ids)).json() as { booked: unknown[]; refused: { code: string }[] };
  const checkOf = (answer: Awaited<ReturnType<typeof upload>>, name: string) =>
    answer.statement.checks.find(({ check }) => check === name);

  test('when a file without balances brings a line in other words, then it is kept, said to be maybe the same, and not certain', async () => {
    const [amount, another] = [await due(), await due()];
    const first = { amount, text: 'TRSF E-BANKING CR 0710/FTSCY/WS95051 RINA WATI' };
    expect(await upload([first])).toMatchObject({ matched: { exact: 1 } });
    const answer = await upload([
      { amount, text: 'TRSF E-BANKING CR 07/10 WS95051 RINA' },
      { amount: another, text: 'BI-FAST CR BUDI' },
    ]);
    expect(answer).toMatchObject({ known: 0, matched: { exact: 1, strong: 1 } });
    expect(checkOf(answer, 'repeats')).toMatchObject({
      result: 'warning',
      text: expect.stringMatching(/^1 baris/u),
    });
    const all = await lines();
    const [old, fresh] = [
      all.find(({ description }) => description === first.text),
      all.find(({ doubt }) => doubt === 'maybe_same'),
    ];
    expect(all).toHaveLength(3);
    expect(fresh).toMatchObject({
      doubt_line_id: old?.id,
      matches: [{ confidence: 'strong', reasons: expect.arrayContaining(['mungkin baris yang sama']) }],
    });
    const { booked, refused } = await book(all.map(({ matches }) => matches[0]?.id ?? ''));
    // Either way it is not booked: the bill may be paid before its turn comes.
    expect([booked.length, refused]).toEqual([
      2,
      [{ match_id: expect.any(String), code: expect.stringMatching(/^(?:not_exact|match_gone)$/u) }],
    ]);
  });

  test('when another family pays the same on the same day, then nothing is in doubt', async () => {
    await upload([{ amount: 350_000, text: 'TRSF E-BANKING CR 0710/FTSCY/WS95051 RINA WATI' }]);
    await upload([{ amount: 350_000, text: 'TRSF E-BANKING CR 0710/FTSCY/WS95051 AGUS SALIM' }]);
    expect((await lines()).map(({ doubt }) => doubt)).toEqual([null, null]);
  });

  test('when two files hold a history in any words and cuts, then each line is there once, or is said to be maybe another', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(350_000, 350_000, 1_000_000), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 8 }),
        fc.nat({ max: 8 }),
        async (amounts, words, until) => {
          await setAside();
          const said = (at: number, word: number) =>
            [`BI-FAST CR RINA WATI ${at}`, `BIF TRANSFER DR RINA WA ${at}`, `CR 451 RINA WATI PUTRI ${at}`][
              word
            ] ?? '';
          const history = amounts.map((amount, at) => ({ amount, text: said(at, 0) }));
          await upload(history);
          const reworded = history
            .slice(0, until)
            .map((one, at) => ({ ...one, text: said(at, words[at % words.length] ?? 0) }));
          if (reworded.length > 0) await upload(reworded);
          const all = await lines();
          expect(all.filter(({ doubt }) => doubt === null)).toHaveLength(history.length);
          const doubted = all.flatMap(({ doubt_line_id: id }) => id ?? []);
          expect(new Set(doubted).size).toBe(doubted.length);
        },
      ),
      { numRuns: runs(25, { plain: 6 }) },
    );
  });

  test.each(['before', 'beside', 'after'] as const)(
    'when the bank takes back what it gave, in a file %s that of the gift, then it is booked by nobody as certain',
    async (place) => {
      const amount = await due();
      const gift = { amount, text: 'BI-FAST CR RINA WATI' };
      const back: Moved = { direction: 'out', amount, text: 'KOREKSI' };
      const files = { before: [[back], [gift]], beside: [[gift, back]], after: [[gift], [back]] }[place];
      let last: Awaited<ReturnType<typeof upload>> | undefined;
      for (const file of files) last = await upload(file);
      if (!last) throw new Error('No file was sent');
      expect(checkOf(last, 'reversals')).toMatchObject({ result: 'warning' });
      const matcher = matchOpenLines(door.context, reader);
      for (const between of [async () => undefined, matcher]) {
        await between();
        const [line] = await lines();
        expect(line).toMatchObject({
          doubt: 'taken_back',
          matches: [{ confidence: 'strong', reasons: expect.arrayContaining(['nominal sama keluar lagi']) }],
        });
      }
    },
  );

  test('when what was booked is taken back, then the upload says so', async () => {
    const amount = await due();
    await upload([{ amount, text: 'BI-FAST CR RINA WATI' }]);
    const [line] = await lines();
    expect((await book([line?.matches[0]?.id ?? ''])).booked).toHaveLength(1);
    const answer = await upload([{ direction: 'out', amount, text: 'KOREKSI' }]);
    expect(checkOf(answer, 'reversals')?.text).toContain('1 di antaranya sudah dibukukan');
    expect(await lines()).toMatchObject([{ status: 'booked', doubt: 'taken_back' }]);
  });

  test('when an incoming line itself speaks of a correction, then the exact amount makes it no certain one', async () => {
    const answer = await upload([{ amount: await due(), text: 'KOREKSI BI-FAST RINA WATI' }]);
    expect(answer.matched).toMatchObject({ exact: 0, strong: 1 });
  });
});
