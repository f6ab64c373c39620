import type { saveDraft as call, importSchool as importCall } from '@gerbang/contracts/school-versions';
import type { School } from '@gerbang/contracts/school';
import { sameRefundRule } from '@gerbang/domain/refund-rule';
import { foreignChanges, type SchoolChange, schoolChanges } from '@gerbang/domain/school-changes';
import { partRoleNames } from '@gerbang/domain/school-versions';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { forbidden, refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  labelsOf,
  refuseReusedAccounts,
  refuseTooLarge,
  scheduledPending,
  staleDraft,
  touchesMoney,
  withEditor,
  draftExists,
  noVersion,
} from './draft.ts';
import { type DraftView, draftView } from './school.view.ts';
import { attachLogo } from './school-logo.repository.ts';
import {
  activeVersion,
  insertVersion,
  lockVersions,
  nextRefundRule,
  openVersion,
  replaceDraft,
  versionNumbered,
} from './school-versions.repository.ts';
import { keepSuggestions } from '../school-record/school-days.repository.ts';

type Body = z.output<(typeof call)['body']>;

/** How a draft comes about. */
interface Source {
  readonly action: 'school.draft_saved' | 'school.imported' | 'school.version_copied';
  /** Whether the settings are taken over whole: the caller then answers for everything that they change in force. */
  readonly whole: boolean;
  /** The version that was copied. */
  readonly from?: number;
}

/** The settings with the version of their rule of what goes back: the one in force where they say the same, else the next. */
async function numberedRule(trx: Db, settings: School, active: School): Promise<School> {
  const { refund_rule: rule } = settings;
  if (!rule) return settings;
  const same = sameRefundRule(rule, active.refund_rule) ? active.refund_rule : undefined;
  return { ...settings, refund_rule: { ...rule, version: same?.version ?? (await nextRefundRule(trx)) } };
}

/** 403 for a change that is another role's part. */
function refuseForeign({ role }: Caller, changes: readonly SchoolChange[]): void {
  const [foreign] = foreignChanges(role, changes);
  if (!foreign) return;
  const roles = partRoleNames(foreign.money);
  throw forbidden(`Bagian ini hanya dapat diubah oleh ${roles}.`, 'not_your_part');
}

/** Makes logo and picture the school's; 422 where one of them is no upload of hers. */
async function keepPictures(trx: Db, { brand, guide }: Body['settings'], draftId: string): Promise<void> {
  for (const [path, name, id] of [
    ['brand.logo_file_id', 'Logo', brand.logo_file_id],
    ['guide.photo_file_id', 'Foto', guide?.photo_file_id ?? null],
  ] as const) {
    if (id === null || (await attachLogo(trx, id, draftId))) continue;
    throw refusedField('file', `settings.${path}`, `${name} tidak dapat dipakai. Unggah kembali filenya.`);
  }
}

/**
 * Writes the draft, a new one where there is none, in a transaction that holds the lock of the versions. 409 while
 * another version waits, and unless `row_version` is that of the draft which is there.
 */
export async function writeDraft(
  context: Context,
  trx: Db,
  caller: Caller,
  { settings: sent, note, row_version }: Body,
  { action, whole, from }: Source,
): Promise<DraftView> {
  const active = await activeVersion(trx);
  const settings = await numberedRule(trx, sent, active.settings);
  const present = await openVersion(trx);
  if (present?.status === 'scheduled') throw scheduledPending();
  if (present?.row_version !== row_version) throw staleDraft(present);
  const inForce = schoolChanges(active.settings, settings);
  const made = whole || !present ? inForce : schoolChanges(present.settings, settings);
  if (!whole) refuseForeign(caller, made);
  refuseTooLarge(settings);
  await refuseReusedAccounts(trx, settings);
  const actor = await actorOf(trx, caller);
  const editors = present?.edited_by ?? [];
  const edit = { role: caller.role, money: touchesMoney(made), at: context.now() };
  const content = {
    settings,
    based_on: from ?? active.version,
    money_changed: touchesMoney(inForce),
    note: note === undefined ? (present?.note ?? null) : note,
    edited_by: present && made.length === 0 ? editors : withEditor(editors, actor, edit),
  };
  const draft = present ? await replaceDraft(trx, present.id, content) : await insertVersion(trx, content);
  await keepPictures(trx, settings, draft.id);
  await audit(trx, {
    action,
    actor,
    subject: draft.id,
    details: { version: draft.version, settings: labelsOf(made), ...(from !== undefined && { from }) },
    origin: caller.origin,
  });
  return draftView(context, trx, draft, active);
}

/**
 * Saves the draft of the school's settings. What the caller changes is compared with the stored draft, else with the
 * version in force, and each role may change its own part only.
 */
export async function saveDraft(context: Context, caller: Caller, body: Body): Promise<DraftView> {
  return context.database.transaction(async (trx) => {
    await lockVersions(trx);
    return writeDraft(context, trx, caller, body, { action: 'school.draft_saved', whole: false });
  });
}

/**
 * Makes the draft of a file that another portal exported; it comes into force like any other. Files do not travel, so the
 * pictures are left out; days off become suggestions. Who imports has edited everything that differs from the version in force.
 */
export async function importSchool(
  context: Context,
  caller: Caller,
  { settings: sent, days_off, row_version }: z.output<(typeof importCall)['body']>,
): Promise<DraftView> {
  const settings = {
    ...sent,
    brand: { ...sent.brand, logo_file_id: null },
    ...(sent.guide && { guide: { ...sent.guide, photo_file_id: null } }),
  };
  const source = { action: 'school.imported', whole: true } as const;
  return context.database.transaction(async (trx) => {
    await lockVersions(trx);
    const draft = await writeDraft(context, trx, caller, { settings, row_version }, source);
    await keepSuggestions(trx, days_off);
    return draft;
  });
}

/** Makes a former version the draft; the caller answers for everything in which it differs from the one in force. */
export async function copyVersion(context: Context, caller: Caller, version: number): Promise<DraftView> {
  return context.database.transaction(async (trx) => {
    await lockVersions(trx);
    const source = await versionNumbered(trx, version);
    if (!source || source.version === 0) throw noVersion();
    if (await openVersion(trx)) throw draftExists();
    const { settings } = source;
    return writeDraft(
      context,
      trx,
      caller,
      { settings },
      {
        action: 'school.version_copied',
        whole: true,
        from: version,
      },
    );
  });
}
