import { searchKey } from '@gerbang/service-kit/data/text-search';
import { createStaffInvoiceList } from '../src/invoices/invoice-lists.repository.ts';
import { type Door, openDoor } from './door.ts';

describe('the list of invoices in a large school', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  type Query = Parameters<ReturnType<typeof createStaffInvoiceList>>[0];

  /** The plan if reading and sorting whole tables cost more than anything else. */
  const planOf = (query: Partial<Query>, order: string, dear = ['seqscan', 'sort', 'bitmapscan']) =>
    door.db.transaction(async (trx) => {
      await trx.raw(dear.map((one) => `set local enable_${one} = off`).join(';'));
      const list = createStaffInvoiceList(door.database)(query as Query, new Date());
      const { sql, bindings } = list.rows().orderByRaw(order).limit(51).toSQL();
      const { rows } = await trx.raw(`explain ${sql}`, bindings as string[]);
      return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
    });

  test.each<[string, Partial<Query>, string, string]>([
    ['the proofs that wait', { status: 'awaiting_verification' }, 'waiting_since', 'by_wait'],
    ['what is late', { status: 'overdue' }, 'due_date', '(?:open|due)'],
    ['what is paid', { status: 'verified' }, 'due_date', 'due'],
    ['every invoice, the next due one first', {}, 'due_date', 'due'],
    ['every invoice, the largest first', {}, 'total_amount desc', 'by_amount'],
  ])('when staff look at %s, then an index gives them in their order', async (_what, query, sort, index) => {
    const [column, way = ''] = sort.split(' ');
    const plan = await planOf(query, `enrollment_invoices.${column} ${way}, enrollment_invoices.id ${way}`);
    expect(plan).toMatch(
      new RegExp(`Index Scan (?:Backward )?using enrollment_invoices_${index} on enrollment_invoices`, 'u'),
    );
    expect(plan).not.toContain('Sort');
  });

  test.each([
    ['a child', 'aisyah putri', 'registration_search_trigrams'],
    ['a whole number', 'inv-2026-000123', 'enrollment_invoices_invoice_number_key'],
  ])('when staff search for %s, then indexes give it', async (_what, search, index) => {
    const plan = await planOf({ search }, 'enrollment_invoices.due_date', ['seqscan']);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });

  test('when a child is looked for in the trail by its name or number, then an index of all children gives it', async () => {
    const plan = await door.db.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off');
      const { rows } = await trx.raw(
        `explain select * from registrations r
         where ${searchKey('r.child_name')} like lower('%sd-2026-000123%') or r.registration_number ilike '%SD-2026-000123%'`,
      );
      return JSON.stringify(rows);
    });
    expect(plan.match(/registrations_named/gu)).toHaveLength(2);
  });
});
