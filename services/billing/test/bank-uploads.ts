import { importStatement } from '@gerbang/contracts/bank-statements';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { movementsOf, PRINTERS } from './bank-files.ts';
import type { Door } from './door.ts';

/** Money that came in, or went out, as a bank's file says it. */
export interface Incoming {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** In rupiah. */
  readonly amount: number;
  readonly text: string;
  readonly direction?: 'in' | 'out';
}

let counter = 0;

/** Uploads a statement of this money to an account of the school; no two files are the same. */
export async function upload(
  door: Door,
  caller: Caller,
  money: readonly Incoming[],
  account = door.context.school.settings.accounts[0],
) {
  if (!account) throw new Error('The sample school has no account');
  counter += 1;
  const opening = 100_000_000 + counter * 100;
  const file = PRINTERS['bca-bisnis']({
    account: account.account_number.replace(/\D/gu, ''),
    opening,
    movements: movementsOf(
      opening,
      money.map(({ day, amount, text, direction = 'in' }, at) => ({
        day,
        direction,
        sen: amount * 100,
        text,
        reference: String(at),
      })),
    ),
    grouped: true,
  });
  return door.app.inject({
    method: 'POST',
    url: `${importStatement.path}?${new URLSearchParams({ account_key: account.key, file_name: 'mutasi.csv' })}`,
    headers: { ...door.headers(caller), 'content-type': 'application/octet-stream' },
    payload: Buffer.from(file),
  });
}

let texts = 0;

/** Uploads a line of money that went out, and returns its id. */
export async function outgoingLine(
  door: Door,
  caller: Caller,
  { amount, day }: Pick<Incoming, 'amount' | 'day'>,
): Promise<string> {
  texts += 1;
  const answer = await upload(door, caller, [{ amount, day, text: `DB ${texts}`, direction: 'out' }]);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const statement_id = (answer.json() as { statement: { id: string } }).statement.id;
  return (await door.db('bank_lines').where({ statement_id }).first('id')).id;
}
