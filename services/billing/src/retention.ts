import { type RetentionRule, rowRule, trailRule } from '@gerbang/service-kit/data/retention';
import type { Database } from '@gerbang/service-kit/data/database';
import { IS_UNUSED } from './payment-expectations/payment-expectations.repository.ts';

/**
 * Of the money only lines of bank statements end: after ten years as books (UU 8/1997, article 11), the text of a line that
 * was set aside after one. A line that paid something stays with its payment, without text then. The amounts that
 * families were asked for end a year after they were free, unless money was booked by them. What a
 * second person decided ends after ten years too, and with it where a refund went. Of the provider's notifications the bodies end
 * after two years, and what a request was paid by 30 days after its end; the rows stay with the books. Papers stay as the receipts do;
 * what they hold of a family ends with its data (`endPapers`). The trail ends after five.
 */
export function retentionRules(database: Database): RetentionRule[] {
  return [
    // Before the lines whose sums they are.
    rowRule(database, 'bank_days', 'bank_day_closings', {
      condition: `day < (now() - interval '10 years')::date`,
      end: 'delete from bank_day_closings',
    }),
    rowRule(database, 'bank_lines', 'bank_lines', {
      condition: `status <> 'booked' and booked_on < (now() - interval '10 years')::date
        and not exists (select from enrollment_invoice_payments p where p.bank_line_id = bank_lines.id)
        and not exists (select from unapplied_receipts u where u.line_id = bank_lines.id)
        and not exists (select from pay_settlements s where s.bank_line_id = bank_lines.id)`,
      end: 'delete from bank_lines',
    }),
    rowRule(database, 'bank_texts', 'bank_lines', {
      condition: `description is not null and (
        (status = 'ignored' and updated_at < now() - interval '12 months')
        or (status = 'booked' and booked_on < (now() - interval '10 years')::date))`,
      end: 'update bank_lines set description = null',
    }),
    rowRule(database, 'money_requests', 'money_requests', {
      condition: `decided_at < now() - interval '10 years'`,
      end: 'delete from money_requests',
    }),
    rowRule(database, 'refund_accounts', 'refunds', {
      condition: `account is not null and status not in ('draft', 'requested', 'approved')
        and (select max(at) from refund_events where refund_id = refunds.id) < now() - interval '10 years'`,
      end: 'update refunds set account = null',
    }),
    rowRule(database, 'pay_words', 'pay_notifications', {
      condition: `body_sealed is not null and received_at < now() - interval '24 months'`,
      end: 'update pay_notifications set body_sealed = null',
    }),
    rowRule(database, 'pay_numbers', 'pay_requests', {
      condition: `num_nonnulls(va_number, qr_content) > 0 and status not in ('creating', 'open')
        and expires_at < now() - interval '30 days'`,
      end: 'update pay_requests set va_number = null, qr_content = null',
    }),
    rowRule(database, 'payment_expectations', 'payment_expectations', {
      condition: `cools_until < now() - interval '12 months' and ${IS_UNUSED}`,
      end: 'delete from payment_expectations',
    }),
    trailRule(database),
  ];
}
