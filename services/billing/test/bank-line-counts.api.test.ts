import { listBankLines, summarizeBankLines } from '@gerbang/contracts/bank-statements';
import { LINE_STATUSES } from '@gerbang/domain/bank-lines';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import { foldLineCounts } from '../src/bank-statements/bank-line-counts.repository.ts';
import { type Lines, openLines } from './bank-lines.ts';
import { type Door, openDoor } from './door.ts';

describe('kept counts of bank lines', () => {
  let door: Door;
  let lines: Lines;
  let finance: Caller;
  beforeAll(async () => {
    door = await openDoor();
    lines = await openLines(door);
    finance = await door.caller('finance');
  });
  afterAll(() => door.close());
  beforeEach(() => door.db('bank_lines').delete());

  const differences = async () => {
    const { rows } = await door.db.raw(`
      select * from (
        select account_key, status, sum(lines) as n, sum(amount) as amount from bank_line_counts group by 1, 2) kept
      full join (
        select account_key, status, count(*) as n, sum(amount) as amount from bank_lines where direction = 'in'
        group by 1, 2) counted using (account_key, status)
      where coalesce(kept.n, 0) <> coalesce(counted.n, 0) or coalesce(kept.amount, 0) <> coalesce(counted.amount, 0)`);
    return rows;
  };
  const total = async (query: string) => {
    const answer = await door.call(listBankLines, finance, { query: `limit=1&${query}` });
    return Number(answer.headers['x-total-count']);
  };

  test('when forty writers and folds change lines at once, then kept and counted lines are the same', async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_none, at) =>
        lines.line({
          amount: 1000 + at,
          account_key: at % 3 ? 'utama' : 'kedua',
          direction: at % 5 ? 'in' : 'out',
        }),
      ),
    );
    const one = (at: number) => door.db('bank_lines').where({ id: made[at] });
    await Promise.all([
      ...made.slice(0, 10).map((_id, at) => one(at).update({ status: 'proposed' })),
      ...made.slice(10, 20).map((_id, at) => one(at + 10).update({ amount: 5, version: 2 })),
      ...made.slice(20, 30).map((_id, at) => one(at + 20).delete()),
      ...Array.from({ length: 10 }, () => foldLineCounts(door.database, 0)),
    ]);
    expect(await differences()).toEqual([]);
    await foldLineCounts(door.database, 0);
    expect(await differences()).toEqual([]);
    const doubled = await door
      .db('bank_line_counts')
      .groupBy('account_key', 'status')
      .havingRaw('count(*) > 1')
      .select('status');
    expect(doubled).toEqual([]);
    expect(await foldLineCounts(door.database)).toBe(false);
  });

  test('when staff look at lines, then list and summary have the same totals under every filter', async () => {
    for (const [at, status] of LINE_STATUSES.entries()) {
      for (let n = 0; n <= at; n += 1) {
        await lines.line({ status, amount: 1000, account_key: n % 2 ? 'kedua' : 'utama' });
      }
    }
    for (const filters of ['', 'account=kedua', 'from=2027-03-01', 'account=utama&to=2027-03-31']) {
      const answer = await door.call(summarizeBankLines, finance, { query: filters });
      const { status } = answer.json() as { status: Record<string, { lines: number; amount: number }> };
      for (const [name, sum] of Object.entries(status)) {
        expect(await total(`status=${name}&${filters}`)).toBe(sum.lines);
        expect(sum.amount).toBe(1000 * sum.lines);
      }
      const all = Object.values(status).reduce((sum, { lines: some }) => sum + some, 0);
      expect(await total(filters)).toBe(all);
      expect(all).toBeGreaterThan(0);
    }
    expect(await total('from=2028-01-01')).toBe(0);
  });

  test('when staff look at lines of one confidence, then each is counted once, under every filter', async () => {
    const proposal = {
      status: 'proposed',
      decided_at: null,
      decided_by_id: null,
      decided_by_name: null,
      decided_by_role: null,
    };
    for (const [at, confidence] of (['exact', 'strong', 'strong', 'possible'] as const).entries()) {
      const account_key = at === 2 ? 'kedua' : 'utama';
      const line = await lines.line({ status: 'proposed', account_key, booked_on: `2027-04-0${at + 1}` });
      for (let two = confidence === 'exact' ? 1 : 0; two < 2; two += 1) {
        const { id } = await lines.fee({ payment_status: 'pending', payment_verified_at: null });
        await lines.match(line, { ...proposal, confidence, registration_id: id });
      }
    }
    for (const filters of ['', 'account=kedua', 'from=2027-04-03', 'search=300000']) {
      const { confidence } = (await door.call(summarizeBankLines, finance, { query: filters })).json();
      for (const [name, sum] of Object.entries(confidence as Record<string, { lines: number }>)) {
        expect([name, await total(`confidence=${name}&${filters}`)]).toEqual([name, sum.lines]);
        expect(await total(`confidence=${name}&status=undecided&${filters}`)).toBe(sum.lines);
        expect(await total(`confidence=${name}&status=new&${filters}`)).toBe(0);
      }
    }
    expect(await total('confidence=strong')).toBe(2);
  });

  test('when staff look at lines without filters, then none is counted', async () => {
    await lines.line({});
    await lines.line({});
    const statements = await countStatements(async () => {
      expect(await total('status=new')).toBe(2);
      const { status } = (await door.call(summarizeBankLines, finance)).json();
      expect(status.new).toEqual({ lines: 2, amount: 700_000 });
    });
    const counting = statements.filter((sql) => /count\(/u.test(sql) && sql.includes('"bank_lines"'));
    // How sure proposals are is counted among undecided lines alone.
    expect(counting.every((sql) => sql.includes('bank_matches'))).toBe(true);
    expect(statements.filter((sql) => sql.includes('bank_line_counts'))).toHaveLength(2);
  });
});
