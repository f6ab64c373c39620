import type { MessageKind } from '@gerbang/contracts/message-kinds';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

type Row = Tables['message_templates'];
export type TemplateRow = Row & { readonly kind: MessageKind };
/** Something of a template that the provider reports, at its own time. */
export type ToldPart = 'status' | 'category' | 'quality';

/** The registered templates of all kinds, the newest version of each kind first. */
export async function templateRows(db: Db): Promise<TemplateRow[]> {
  return db('message_templates').orderBy([{ column: 'kind' }, { column: 'version', order: 'desc' }]);
}

/** The row of a registered template, locked; it is made where the provider reports it for the first time. */
export async function lockTemplate(
  trx: Db,
  { name, language, kind, version }: Pick<TemplateRow, 'name' | 'language' | 'kind' | 'version'>,
): Promise<TemplateRow> {
  await trx('message_templates').insert({ name, language, kind, version }).onConflict().ignore();
  const row = await trx('message_templates').where({ name, language }).forUpdate().first<TemplateRow>();
  if (!row) throw new Error(`no row for template ${name}`);
  return row;
}

/** Writes a report about a locked template. */
export async function writeTemplate(
  trx: Db,
  { name, language }: Pick<TemplateRow, 'name' | 'language'>,
  part: ToldPart,
  told: { readonly value: string; readonly reason?: string | null; readonly at: Date },
): Promise<void> {
  await trx('message_templates')
    .where({ name, language })
    .update({
      [part]: told.value,
      [`${part}_at`]: told.at,
      ...(part === 'status' && { reason: told.reason ?? null }),
    });
}

/** The newest approved name of each kind. */
export async function approvedNames(database: Database): Promise<{ kind: MessageKind; name: string }[]> {
  return database.prepared<{ kind: MessageKind; name: string }>(
    'notification_template_names',
    `select distinct on (kind) kind, name from message_templates where status = 'APPROVED' order by kind, version desc`,
    [],
  );
}

/** The number of messages of each kind that wait. */
export async function waitingByKind(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.raw(
    `select kind, count(*)::integer as n from notifications where status in ('pending', 'retry') group by 1`,
  );
  return new Map((rows as { kind: string; n: number }[]).map(({ kind, n }) => [kind, n]));
}

/** Writes a warning about the account; false where it is known or older than what is. */
export async function writeWarning(
  db: Db,
  warning: { readonly event: string; readonly detail: string | null; readonly at: Date },
): Promise<boolean> {
  const { rowCount } = await db.raw(
    `insert into account_warnings as w (event, detail, told_at) values (:event, :detail, :at)
     on conflict (event) do update set detail = excluded.detail, told_at = excluded.told_at
     where w.told_at < excluded.told_at`,
    warning,
  );
  return rowCount === 1;
}

/** Forgets warnings up to a time: the account is in order again. */
export async function forgetWarnings(db: Db, at: Date): Promise<void> {
  await db('account_warnings').where('told_at', '<=', at).delete();
}
