import { MESSAGE_KINDS } from '@gerbang/contracts/message-kinds';
import { MESSAGE_TEMPLATES, TEMPLATE_LANGUAGE } from '@gerbang/contracts/message-templates';
import type { MessageTemplateState } from '@gerbang/contracts/messages';
import type { Db } from '@gerbang/service-kit/data/database';
import { heldKinds } from '../delivery/send-limits.repository.ts';
import { type TemplateRow, templateRows, waitingByKind } from './template-states.repository.ts';

const latest = (row: TemplateRow | undefined): string | null => {
  const told = [row?.status_at, row?.category_at, row?.quality_at].flatMap((at) =>
    at ? [new Date(at).getTime()] : [],
  );
  return told.length === 0 ? null : new Date(Math.max(...told)).toISOString();
};

/** The newest version of each kind's template, with what the provider told of it. */
export async function messageTemplates(db: Db): Promise<MessageTemplateState[]> {
  const [rows, held, waiting] = await Promise.all([templateRows(db), heldKinds(db), waitingByKind(db)]);
  return MESSAGE_KINDS.map((kind) => {
    const row = rows.find((one) => one.kind === kind && one.language === TEMPLATE_LANGUAGE);
    return {
      kind,
      name: row?.name ?? MESSAGE_TEMPLATES[kind].name,
      language: TEMPLATE_LANGUAGE,
      status: row?.status ?? null,
      reason: row?.reason ?? null,
      category: row?.category ?? null,
      quality: row?.quality ?? null,
      told_at: latest(row),
      held: held.has(kind),
      waiting: waiting.get(kind) ?? 0,
    };
  });
}
