import { ownerUrl, withClient } from '../kit/databases.ts';
import type { Bench } from './runner.ts';

/** The account of the demo school that everything here is paid to. */
export interface BankAccount {
  readonly key: string;
  readonly account_number: string;
}

/** What the matcher may find: an amount that was asked of one family, with the family's name. */
export interface Asked {
  readonly transfer_amount: number;
  readonly reference: string;
  readonly name: string;
}

/** Fees that made-up families owe, past admission, which refuses their money later. */
export async function fillTargets(bench: Bench, { key }: BankAccount, count: number): Promise<Asked[]> {
  return withClient(ownerUrl(bench.stack(), 'billing'), async (client) => {
    await client.query(
      `insert into registrations (id, version, deleted, user_id, parent_id, child_id, child_name, child_nick_name,
         child_gender, father_name, mother_name, father_phone, contact_phone, login_phone, registration_number, jenjang,
         kelas, academic_year, current_stage, payment_status, payment_amount)
       select gen_random_uuid(), 1, false, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Anak ' || names, 'Anak',
         'female', 'Budi ' || names, 'Rina ' || names, '+6281200001111', '+6281234567890', '+6281234567890',
         'UKUR-' || lpad(n::text, 6, '0'), 'SD', '1', '2026/2027', 'registered', 'pending', 300000 + 50000 * (n / 900)
       from (select n, initcap(translate(substr(md5(n::text), 1, 7), '0123456789', 'aiueonrslt')) as names
         from generate_series(0, $1::int - 1) n) made`,
      [count],
    );
    const { rows } = await client.query<Asked>(
      `insert into payment_expectations (id, account_key, kind, registration_id, user_id, base, unique_add, reference,
         holds_amount, expires_at, cools_until)
       select gen_random_uuid(), $1, 'registration_fee', id, user_id, payment_amount,
         1 + right(registration_number, 6)::int % 900, 'GB-' || right(registration_number, 6), true,
         now() + interval '1 day', now() + interval '15 days'
       from registrations where registration_number like 'UKUR-%'
       returning transfer_amount::int, reference,
         (select father_name from registrations r where r.id = registration_id) as name`,
      [key],
    );
    await client.query('analyze registrations, payment_expectations');
    return rows;
  });
}

/** A statement in BCA's shape: half of its lines pay what was asked, the others something that fits no target. */
export function statementOf(
  { account_number }: BankAccount,
  asked: readonly Asked[],
  count: number,
): { readonly text: string; readonly exact: number } {
  const money = (rupiah: number) => `${String(rupiah).replace(/\B(?=(\d{3})+$)/gu, ',')}.00`;
  const [year = '', month = '', day = ''] = new Date(Date.now() - 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-');
  const date = `${day}/${month}`;
  const opening = 1_000_000_000;
  let balance = opening;
  let exact = 0;
  const rows = Array.from({ length: count }, (_none, at) => {
    const one = at % 2 === 0 ? asked[at / 2] : undefined;
    if (one) exact += 1;
    const amount = one?.transfer_amount ?? 2_000_001 + at;
    const text = one
      ? `TRSF E-BANKING CR ${one.reference} ${one.name}`
      : `BI-FAST CR DR 451 ${asked[at % asked.length]?.name}`;
    balance += amount;
    return `${date},${text} ${at},0000,"${money(amount)} CR","${money(balance)}"`;
  });
  const lines = [
    `No. rekening : ${account_number.replace(/\D/gu, '')}`,
    'Nama : YAYASAN CONTOH',
    `Periode : ${date}/${year} - ${date}/${year}`,
    'Kode Mata Uang : Rp',
    'Tanggal Transaksi,Keterangan,Cabang,Jumlah,Saldo',
    ...rows,
    `"Saldo Awal : ${money(opening)}"`,
    `"Mutasi Kredit : ${money(balance - opening)}","${count}"`,
    '"Mutasi Debet : 0.00","0"',
    `"Saldo Akhir : ${money(balance)}"`,
  ];
  return { text: lines.join('\r\n'), exact };
}
