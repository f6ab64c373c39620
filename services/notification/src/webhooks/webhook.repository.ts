import type { Database } from '@gerbang/service-kit/data/database';

/** A report as the statement takes it; `ord` is its index in the batch. */
export interface ReportRow {
  readonly ord: number;
  readonly wamid: string;
  readonly id: string | null;
  readonly attempt: number | null;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  readonly at: Date;
  readonly code: number | null;
  readonly temporary: boolean;
}

const APPLY = `
  with told as (
    select * from jsonb_to_recordset($1::jsonb) as t(ord integer, wamid text, id uuid, attempt integer, status text,
      at timestamptz, code integer, temporary boolean)
  ), found as (
    select told.*, n.id as row from told cross join lateral (
      select id from notifications where wamid = told.wamid or id = told.id
      order by (wamid = told.wamid) desc nulls last limit 1
    ) n
  ), turn as (select distinct on (row) * from found order by row, ord),
  moved as (
    update notifications n set
      status = case when t.status in ('failed', 'sent') then t.status else 'delivered' end,
      reason = case when t.status = 'failed' then 'reported' end,
      error_code = case when t.status = 'failed' then coalesce(t.code, n.error_code) else n.error_code end,
      failed_at = case when t.status = 'failed' then now() else n.failed_at end,
      sent_at = case when t.status = 'failed' then n.sent_at else coalesce(n.sent_at, t.at) end,
      delivered_at = case when t.status in ('delivered', 'read') then coalesce(n.delivered_at, t.at)
        else n.delivered_at end,
      read_at = case when t.status = 'read' then coalesce(n.read_at, t.at) else n.read_at end,
      params_sealed = case when n.priority = 'code' then null else n.params_sealed end,
      attempt_state = 'none', wamid = coalesce(n.wamid, t.wamid)
    from turn t
    where n.id = t.row and (
      t.status in ('delivered', 'read')
      or (t.attempt is null or t.attempt > n.resend_floor) and case t.status
        when 'sent' then n.status in ('pending', 'retry')
        else n.status = 'sent' or n.status in ('pending', 'retry') and not t.temporary
      end)
  )
  select ord, ord in (select ord from turn) as done from found`;

/**
 * Applies status reports in one statement. Returns by index what was handled and what must be applied later, because an
 * earlier report of the batch is about the same message; unknown messages are left out. A lower status changes nothing,
 * and neither does a failure or an acceptance from before the last resend, because reports may come days late. A delivery
 * always counts.
 */
export async function applyReports(
  database: Database,
  reports: readonly ReportRow[],
): Promise<Map<number, 'done' | 'later'>> {
  const values = [JSON.stringify(reports)];
  const rows = await database.prepared<{ ord: number; done: boolean }>('notification_reports', APPLY, values);
  return new Map(rows.map(({ ord, done }) => [ord, done ? 'done' : 'later']));
}
