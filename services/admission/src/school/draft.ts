import { type School, SETTINGS_MAX_BYTES } from '@gerbang/contracts/school';
import type { SchoolChange } from '@gerbang/domain/school-changes';
import { reusedAccountKeys } from '@gerbang/domain/school-accounts';
import { type Actor, audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict, notFound, Problem, refusedField, forbidden } from '@gerbang/service-kit/http/problems';
import type { Role } from '@gerbang/domain/roles';
import {
  type Editor,
  knownAccounts,
  type VersionRecord,
  deleteDraft,
  lockVersions,
  moveVersion,
  openVersion,
} from './school-versions.repository.ts';
import { mayDiscard } from '@gerbang/domain/school-versions';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';

/** 409 with who changed the draft last and what it is now; nothing of that where it is gone. */
export function staleDraft(present: VersionRecord | undefined): Problem {
  const last = present?.edited_by.at(-1);
  return new Problem(409, 'stale', 'Data ini baru saja diubah orang lain. Muat ulang lalu coba lagi.', {
    stale: {
      changed_by: last ? { name: last.name, role: last.role } : null,
      changed_at: last?.at ?? null,
      present: present ? { settings: present.settings, row_version: present.row_version } : null,
    },
  });
}
export const draftExists = (): Problem =>
  conflict('draft_exists', 'Masih ada draf atau perubahan terjadwal. Aktifkan atau batalkan lebih dahulu.');
export const scheduledPending = (): Problem =>
  conflict(
    'scheduled_pending',
    'Perubahan terjadwal masih menunggu. Batalkan lebih dahulu untuk mengubahnya.',
  );
export const noVersion = (): Problem => notFound('Versi pengaturan tidak ditemukan');

/** What changed, in the words of the screens, for the trail; the values stand in the versions. */
export const labelsOf = (changes: readonly SchoolChange[]): string[] => changes.map(({ label }) => label);

export const touchesMoney = (changes: readonly SchoolChange[]): boolean => changes.some(({ money }) => money);

/** 413 for settings above 512 KiB; written with white space, as the database counts them. */
export function refuseTooLarge(settings: School): void {
  if (Buffer.byteLength(JSON.stringify(settings, null, 1)) <= SETTINGS_MAX_BYTES) return;
  throw new Problem(413, 'too_large', 'Data yang dikirim terlalu besar.');
}

/** 422 for an account whose key stood for another number before: families must not read a new number under an old name. */
export async function refuseReusedAccounts(db: Db, { accounts }: School): Promise<void> {
  const [key] = reusedAccountKeys(await knownAccounts(db), accounts);
  if (key === undefined) return;
  const at = accounts.findIndex((account) => account.key === key);
  throw refusedField(
    'account_key',
    `settings.accounts.${at}.account_number`,
    'Nomor rekening tidak dapat diganti. Tutup rekening ini dan tambahkan yang baru.',
  );
}

/** The editors after this person's edit; an editor who has once changed money stays marked so. */
export function withEditor(
  editors: readonly Editor[],
  { id, name }: Actor,
  { role, money, at }: { readonly role: Role; readonly money: boolean; readonly at: Date },
): Editor[] {
  const before = editors.find((one) => one.id === id);
  const editor = { id, name, role, money: money || (before?.money ?? false), at: at.toISOString() };
  return [...editors.filter((one) => one.id !== id), editor];
}

/** Drops the draft, or cancels what waits to come into force. */
export async function discardDraft({ database }: Context, caller: Caller): Promise<void> {
  await database.transaction(async (trx) => {
    await lockVersions(trx);
    const present = await openVersion(trx);
    if (!present) throw notFound('Tidak ada draf atau perubahan terjadwal.');
    if (!mayDiscard(caller, { status: present.status, editors: present.edited_by })) throw forbidden();
    const isDraft = present.status === 'draft';
    if (isDraft) await deleteDraft(trx, present.id);
    else await moveVersion(trx, present, 'cancelled');
    await audit(trx, {
      action: isDraft ? 'school.draft_deleted' : 'school.change_cancelled',
      actor: await actorOf(trx, caller),
      subject: present.id,
      details: { version: present.version },
      origin: caller.origin,
    });
  });
}
