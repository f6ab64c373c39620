import { randomUUID } from 'node:crypto';
import pg from 'pg';

const AMOUNT = 1000;

/**
 * The least a verification can be: a guarded UPDATE of the invoice, one of its payment, a row of the ledger, and the
 * commit. No caller, no rules, no trail, no message, no number; called in the program itself, without HTTP.
 */
export async function bareVerifications(
  ownerUrl: string,
  options: { invoices: number; payments: number; connections: number },
): Promise<number> {
  const { invoices, payments, connections } = options;
  const pool = new pg.Pool({ connectionString: ownerUrl, max: connections });
  try {
    await pool.query(`
      drop table if exists bare_ledger, bare_payments, bare_invoices;
      create table bare_invoices (id int primary key, paid bigint not null, total bigint not null);
      create table bare_payments (id int primary key, invoice int not null, amount bigint not null, status text not null);
      create table bare_ledger (id uuid primary key, invoice int not null, payment int not null, amount bigint not null);
      insert into bare_invoices select n, 0, 1000000000 from generate_series(0, ${invoices - 1}) n;
      insert into bare_payments select n, n % ${invoices}, ${AMOUNT}, 'pending'
      from generate_series(0, ${payments - 1}) n;
      analyze bare_invoices; analyze bare_payments`);
    const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
    let next = 0;
    const take = () => (next < payments ? next++ : null);
    try {
      const began = performance.now();
      await Promise.all(clients.map((client) => workOff(client, take, invoices)));
      return payments / ((performance.now() - began) / 1000);
    } finally {
      for (const client of clients) client.release();
    }
  } finally {
    await pool.query('drop table if exists bare_ledger, bare_payments, bare_invoices');
    await pool.end();
  }
}

async function workOff(client: pg.PoolClient, take: () => number | null, invoices: number): Promise<void> {
  for (let id = take(); id !== null; id = take()) {
    const invoice = id % invoices;
    await client.query('begin');
    await client.query({
      name: 'bare_book',
      text: 'update bare_invoices set paid = paid + $2 where id = $1 and paid + $2 <= total',
      values: [invoice, AMOUNT],
    });
    await client.query({
      name: 'bare_verify',
      text: "update bare_payments set status = 'verified' where id = $1 and status = 'pending'",
      values: [id],
    });
    await client.query({
      name: 'bare_ledger',
      text: 'insert into bare_ledger values ($1, $2, $3, $4)',
      values: [randomUUID(), invoice, id, AMOUNT],
    });
    await client.query('commit');
  }
}
