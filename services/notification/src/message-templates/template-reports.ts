import { kindOfName } from '@gerbang/contracts/template-registration';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { z } from 'zod';
import { holdTemplate, releaseTemplate } from '../delivery/send-limits.repository.ts';
import {
  forgetWarnings,
  lockTemplate,
  templateRows,
  type ToldPart,
  writeTemplate,
  writeWarning,
} from './template-states.repository.ts';

/** Something that the provider reports of a template. */
export interface TemplateReport {
  readonly name: string;
  readonly language: string;
  readonly part: ToldPart;
  readonly value: string;
  readonly reason?: string | null;
  readonly at: Date;
}

/** Something that the provider reports of the account; a good one ends earlier warnings. */
export interface AccountReport {
  readonly event: string;
  readonly detail: string | null;
  readonly good: boolean;
  readonly at: Date;
}

export interface ProviderReports {
  readonly templates: readonly TemplateReport[];
  readonly account: readonly AccountReport[];
}

/** The state of a template by Meta's event; other events change nothing that matters for sending. */
const STATES: Readonly<Record<string, string>> = {
  APPROVED: 'APPROVED',
  REINSTATED: 'APPROVED',
  UNARCHIVED: 'APPROVED',
  // Its quality is low, but it can be sent.
  FLAGGED: 'APPROVED',
  PENDING: 'PENDING',
  IN_REVIEW: 'PENDING',
  IN_APPEAL: 'PENDING',
  REJECTED: 'REJECTED',
  PAUSED: 'PAUSED',
  LOCKED: 'PAUSED',
  DISABLED: 'DISABLED',
  ARCHIVED: 'DISABLED',
  PENDING_DELETION: 'DISABLED',
  DELETED: 'DISABLED',
};

/** The portal's state for a status or an event of Meta's; null for one that says nothing about sending. */
export const stateOf = (event: string): string | null => STATES[event] ?? null;

const word = z.string().min(1).max(200);
const template = {
  message_template_name: z.string().max(512),
  message_template_language: z.string().max(20),
};
const statusSchema = z.object({ ...template, event: word, reason: word.nullish() });
const qualitySchema = z.object({ ...template, new_quality_score: word });
const categorySchema = z.object({ ...template, new_category: word });
const accountSchema = z.object({
  event: word,
  violation_info: z.object({ violation_type: word }).optional(),
  ban_info: z.object({ waba_ban_state: word }).optional(),
  restriction_info: z
    .array(z.object({ restriction_type: word, expiration: z.union([z.string(), z.number()]).optional() }))
    .optional(),
});
const envelopeSchema = z.object({
  entry: z.array(
    z.object({
      time: z.coerce.number().min(0).max(8_000_000_000).optional(),
      changes: z.array(z.object({ field: z.string(), value: z.unknown() })),
    }),
  ),
});

const WARNINGS = new Set(['DISABLED_UPDATE', 'ACCOUNT_VIOLATION', 'ACCOUNT_RESTRICTION', 'ACCOUNT_DELETED']);

function templateReport(field: string, value: unknown, at: Date): TemplateReport[] {
  const named = (one: { message_template_name: string; message_template_language: string }) => ({
    name: one.message_template_name,
    language: one.message_template_language,
    at,
  });
  if (field === 'message_template_status_update') {
    const { data } = statusSchema.safeParse(value);
    const state = data && stateOf(data.event);
    const reason = data?.reason === 'NONE' ? null : data?.reason;
    return data && state ? [{ ...named(data), part: 'status', value: state, reason }] : [];
  }
  if (field === 'message_template_quality_update') {
    const { data } = qualitySchema.safeParse(value);
    return data ? [{ ...named(data), part: 'quality', value: data.new_quality_score }] : [];
  }
  if (field !== 'template_category_update') return [];
  const { data } = categorySchema.safeParse(value);
  return data ? [{ ...named(data), part: 'category', value: data.new_category }] : [];
}

function accountReport(value: unknown, at: Date): AccountReport[] {
  const { data } = accountSchema.safeParse(value);
  if (!data || !WARNINGS.has(data.event)) return [];
  const { event, violation_info: violation, ban_info: ban, restriction_info: restrictions = [] } = data;
  const parts = [
    violation?.violation_type,
    ban?.waba_ban_state,
    ...restrictions.map((one) => one.restriction_type),
  ];
  const detail =
    parts
      .filter((part) => part !== undefined)
      .join(', ')
      .slice(0, 500) || null;
  return [{ event, detail, good: ban?.waba_ban_state === 'REINSTATE', at }];
}

/** What a webhook tells of templates and of the account; other kinds of webhooks are ignored. */
export function providerReportsOf(body: unknown): ProviderReports {
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) return { templates: [], account: [] };
  const changes = envelope.data.entry.flatMap(({ time, changes: all }) =>
    all.map((change) => ({ ...change, at: time === undefined ? new Date() : new Date(time * 1000) })),
  );
  return {
    templates: changes.flatMap(({ field, value, at }) => templateReport(field, value, at)),
    account: changes.flatMap(({ field, value, at }) =>
      field === 'account_update' ? accountReport(value, at) : [],
    ),
  };
}

/** Applies what the provider tells, once and never an older report over a newer one. */
export function createTemplateInbox(database: Database, logger: Logger) {
  /** Holds the messages of a kind of which no version is approved, and lets them go on when one is. */
  async function apply(report: TemplateReport): Promise<void> {
    const found = kindOfName(report.name);
    if (!found) return;
    const { kind } = found;
    const changed = await database.transaction(async (trx) => {
      const row = await lockTemplate(trx, { ...report, ...found });
      const before = row[report.part];
      const at = row[`${report.part}_at`];
      if (at !== null && at > report.at) return false;
      await writeTemplate(trx, row, report.part, report);
      if (report.part !== 'status' || before === report.value) return before !== report.value;
      const states = (await templateRows(trx)).filter((one) => one.kind === kind).map(({ status }) => status);
      await (states.includes('APPROVED') ? releaseTemplate(trx, kind) : holdTemplate(trx, kind));
      return true;
    });
    if (!changed) return;
    const { name, part, value, reason } = report;
    const bad =
      part === 'status'
        ? value !== 'APPROVED' && value !== 'PENDING'
        : part === 'category' || value === 'RED';
    const told = { kind, template: name, [part]: value, ...(reason && { reason }) };
    if (bad) logger.error({ alarm: `template ${part} changed by the provider`, ...told }, 'message alarm');
    else logger.info(told, 'the provider told of a template');
  }

  return {
    async receive({ templates, account }: ProviderReports): Promise<void> {
      for (const report of templates) await apply(report);
      for (const { good, ...report } of account) {
        if (good) await forgetWarnings(database.knex, report.at);
        else if (await writeWarning(database.knex, report)) {
          logger.error({ alarm: 'warning of the provider about the account', ...report }, 'message alarm');
        }
      }
    },
  };
}

export type TemplateInbox = ReturnType<typeof createTemplateInbox>;
