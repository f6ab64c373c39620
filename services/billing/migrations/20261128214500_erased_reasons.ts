import { appendOnlyRule } from '@gerbang/service-kit/data/append-only';
import type { Knex } from 'knex';

const endConfirmations = (texts: string): string => `
  create or replace function end_confirmations(wanted uuid[]) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    ended uuid[];
  begin
    select array_agg(c.id) into ended from enrollment_confirmations c
      where c.registration_id = any(wanted) and not exists (
        select from enrollment_payment_schemes s where s.enrollment_confirmation_id = c.id);
    perform set_config('gerbang.ending', 'on', true);
    delete from confirmation_events where confirmation_id = any(ended);
    delete from enrollment_confirmations where id = any(ended);
    ${texts}
    perform set_config('gerbang.ending', '', true);
  end $$;`;

const FORMER = `update enrollment_confirmations set additional_notes = null,
      contribution_description = case when contribution_type = 'goods' then 'Data dihapus' end
    where registration_id = any(wanted);`;

/**
 * What people wrote about money ends with a family's data in every history as well, and in payments, receipts and matches: the
 * amounts, days and actors are the books, the texts are not. The note of cash without a slip is its voucher and stays.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${appendOnlyRule({ blank: true })}

    create function is_ending(one regclass) returns boolean language sql stable as $$
      select coalesce(current_setting('gerbang.ending', true), '') = 'on'
        and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = one);
    $$;
    drop trigger enrollment_invoice_payments_move on enrollment_invoice_payments;
    create trigger enrollment_invoice_payments_move before update on enrollment_invoice_payments
      for each row when (not is_ending('enrollment_invoice_payments')) execute function payment_moves();

    ${endConfirmations(`
    update enrollment_confirmations set additional_notes = null, decline_reason = null,
        contribution_description = case when contribution_type = 'goods' then 'Data dihapus' end
      where registration_id = any(wanted);
    update confirmation_events set reason = 'Data dihapus' where reason is not null and confirmation_id in (
      select id from enrollment_confirmations where registration_id = any(wanted));
    update scheme_changes set reason = 'Data dihapus' where scheme_id in (
      select id from enrollment_payment_schemes where registration_id = any(wanted));
    update due_date_changes set reason = 'Data dihapus' where invoice_id in (
      select id from enrollment_invoices where registration_id = any(wanted));
    update enrollment_invoice_payments set
        admin_notes = case when num_nonnulls(payment_evidence_file_id, bank_line_id, pay_request_id, moved_from_id) = 0
          then admin_notes end,
        rejection_reason = case when rejection_reason is not null then 'Data dihapus' end,
        reversal_reason = case when reversal_reason is not null then 'Data dihapus' end
      where enrollment_invoice_id in (select id from enrollment_invoices where registration_id = any(wanted));
    update invoice_payment_events set reason = 'Data dihapus' where reason is not null and payment_id in (
      select p.id from enrollment_invoice_payments p join enrollment_invoices i on i.id = p.enrollment_invoice_id
      where i.registration_id = any(wanted));
    update bank_matches set note = 'Data dihapus' where note is not null and (registration_id = any(wanted)
      or invoice_id in (select id from enrollment_invoices where registration_id = any(wanted)));
    update unapplied_receipts set note = 'Data dihapus' where note is not null and (
      assigned_registration_id = any(wanted) or exists (
        select from enrollment_invoice_payments p join enrollment_invoices i on i.id = p.enrollment_invoice_id
        where i.registration_id = any(wanted)
          and (p.id in (assigned_payment_id, reversed_payment_id) or p.bank_line_id = line_id)));`)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${endConfirmations(FORMER)}
    drop trigger enrollment_invoice_payments_move on enrollment_invoice_payments;
    create trigger enrollment_invoice_payments_move before update on enrollment_invoice_payments
      for each row execute function payment_moves();
    drop function is_ending(regclass);
    ${appendOnlyRule({ blank: false })}
  `);
}
