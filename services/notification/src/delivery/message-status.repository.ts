import { LETTER_KINDS } from '@gerbang/contracts/letter-templates';
import { MESSAGE_MACHINE, type MessageAction } from '@gerbang/domain/messages';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { type Claim, sendableSince } from './claims.repository.ts';
import type { SendJob } from './send-job.ts';

/**
 * The statements that change the status of messages; no other file does. Each names its change, and the machine says from
 * which statuses it is allowed: the row is checked by the statement that writes it.
 */
function before(action: MessageAction, when?: 'final'): string {
  const edges = MESSAGE_MACHINE.edges.filter(
    (edge) =>
      edge.action === action && edge.from !== null && ('when' in edge ? edge.when : undefined) === when,
  );
  return edges.map(({ from }) => `'${from}'`).join(', ');
}

const SENT = `
  update notifications n set
    status = case when status in (${before('accept')}) then 'sent' else status end,
    sent_at = coalesce(sent_at, now()), wamid = coalesce(n.wamid, a.wamid), attempt_state = 'none',
    lease_until = '-infinity', reason = case when status in (${before('accept')}) then null else reason end,
    params_sealed = case when priority = 'code' then null else params_sealed end
  from jsonb_to_recordset($1::jsonb) as a(id uuid, wamid text)
  where n.id = a.id`;

/** Marks messages as accepted by the provider. A webhook may have been faster: a status never goes back. */
export async function markSent(
  database: Database,
  accepted: readonly { readonly id: string; readonly wamid: string }[],
): Promise<void> {
  // Of arrays PostgreSQL would plan each call anew, because it cannot know how many there will be.
  await database.prepared('notification_sent', SENT, [JSON.stringify(accepted)]);
}

/** Releases the lease for a later attempt; false if a webhook or another worker has changed the row in the meantime. */
export async function release(
  db: Db,
  row: Claim,
  next: {
    readonly seconds: number;
    readonly status?: 'retry';
    readonly state?: Claim['prior'];
    readonly reason?: string;
    readonly code?: number | null;
    readonly countTry?: boolean;
    readonly countUnknown?: boolean;
  },
): Promise<boolean> {
  const { rowCount } = await db.raw(
    `update notifications set
       status = coalesce(:status::text, status), attempt_state = :state, lease_until = '-infinity',
       next_attempt_at = now() + make_interval(secs => :seconds), reason = coalesce(:reason::text, reason),
       error_code = coalesce(:code::integer, error_code), tries = tries + :tries, unknowns = unknowns + :unknowns
     where id = :id and attempt = :attempt and lease_owner = :owner and status in (${before('postpone')})`,
    {
      id: row.id,
      attempt: row.attempt,
      owner: row.owner,
      status: next.status ?? null,
      state: next.state ?? 'none',
      seconds: next.seconds,
      reason: next.reason ?? null,
      code: next.code ?? null,
      tries: next.countTry ? 1 : 0,
      unknowns: next.countUnknown ? 1 : 0,
    },
  );
  return rowCount === 1;
}

/** Marks a message as failed for good; the values of a code are erased. */
export async function markFailed(db: Db, row: Claim, reason: string, code?: number | null): Promise<void> {
  await db.raw(
    `update notifications set status = 'failed', reason = :reason, error_code = coalesce(:code::integer, error_code),
       failed_at = now(), attempt_state = 'none', lease_until = '-infinity', tries = tries + 1,
       params_sealed = case when priority = 'code' then null else params_sealed end
     where id = :id and attempt = :attempt and lease_owner = :owner and status in (${before('give_up')})`,
    { id: row.id, attempt: row.attempt, owner: row.owner, reason, code: code ?? null },
  );
}

/** Fails expired codes and erases their values; they are never sent. */
export async function endExpired(db: Db): Promise<void> {
  await db.raw(
    `update notifications set status = 'failed', reason = 'expired', failed_at = now(), params_sealed = null
     where status in (${before('expire')}) and expires_at <= now() and lease_until < now()`,
  );
}

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
        when 'sent' then n.status in (${before('accept')})
        else n.status in (${before('report_failure')})
          or n.status in (${before('report_failure', 'final')}) and not t.temporary
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

/** Marks the letter with this Message-ID as failed, because it came back. */
export async function markReturned(db: Db, messageId: string): Promise<void> {
  await db.raw(
    `update notifications set status = 'failed', reason = 'bounced', failed_at = now(), attempt_state = 'none'
     where wamid = ? and channel = 'email' and status in (${before('report_failure')})`,
    [messageId],
  );
}

/** Reasons of a failure that e-mail cannot mend: a limit of ours, a text that is not there, or a time that is over. */
const OURS = ['limit', 'limit-notices', 'limit-unproved', 'params', 'expired', 'address-blocked', 'mail-off'];
/** Without a report of a delivery for so long, a message goes by e-mail. */
const SILENT = `interval '2 hours'`;

const SWITCH = `
  with lost as (
    select id from notifications
    where channel = 'whatsapp' and priority <> 'code' and delivered_at is null and params_sealed is not null
      and coalesce(not_before <= now(), true)
      and status in (${before('switch')}) and lease_until < now() and coalesce(expires_at > now(), true)
      and created_at > now() - interval '3 days'
      and (status = 'failed' and coalesce(reason, '') not in ('unknown', ${OURS.map((one) => `'${one}'`).join(', ')})
        or status = 'retry' and reason = 'hold-template'
        or status <> 'failed' and attempt_state = 'none' and sent_at is null
          and exists (select from send_stops where scope = 'template:' || kind and until > now())
        or (status <> 'failed' or reason = 'unknown') and ${sendableSince('notifications')} < now() - ${SILENT})
      and exists (select from accounts where accounts.id = recipient_id and active and email is not null)
      and not exists (select from send_stops where scope = 'email' and until > now())
    order by created_at limit 500 for update skip locked
  )
  update notifications n set channel = 'email', status = 'pending', attempt_state = 'none', attempt = attempt + 1,
    tries = 0, unknowns = 0, resend_floor = attempt, reason = null, error_code = null, failed_at = null, sent_at = null,
    wamid = null, resent_at = now(), next_attempt_at = now(), renumbered_at = now(), lease_owner = null, contacted_at = null
  from lost where n.id = lost.id returning n.id`;

/**
 * Sends messages by e-mail from here whose account takes letters: those that WhatsApp has refused for good, those that wait
 * for a template that the provider does not allow, and those without a reported delivery for two hours. The row's way changes in one statement, so
 * that it has one way at any time; a delivery that is reported later still counts. While the mail server is away nothing
 * changes. Returns how many.
 */
export async function switchToEmail(database: Database): Promise<number> {
  const rows = await database.prepared<{ id: string }>('notification_switch', SWITCH, []);
  return rows.length;
}

/**
 * Resets the message with a new attempt. Later reports about earlier attempts are ignored, unless the outcome of the last
 * one was unknown: then a late acceptance means that the message is on its way and is not sent again. Without a number it
 * goes by letter.
 */
export async function resetForSending(trx: Db, id: string, hasNumber: boolean): Promise<SendJob> {
  const { rows } = await trx.raw(
    `update notifications set status = 'pending', attempt_state = 'none', attempt = attempt + 1, tries = 0, unknowns = 0,
       resend_floor = case when reason = 'unknown' then resend_floor else attempt end, resent_at = now(),
       reason = null, error_code = null, failed_at = null, sent_at = null, wamid = null,
       next_attempt_at = now(), renumbered_at = now(), lease_until = '-infinity', lease_owner = null, contacted_at = null,
       channel = case when kind = any(:letters) or not :hasNumber then 'email' else 'whatsapp' end
     where id = :id and status in (${before('resend')}) returning id, attempt, priority`,
    { id, hasNumber, letters: [...LETTER_KINDS] },
  );
  return rows[0];
}
