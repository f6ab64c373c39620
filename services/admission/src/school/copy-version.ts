import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { draftExists, noVersion } from './draft.ts';
import { writeDraft } from './save-draft.ts';
import type { DraftView } from './school.view.ts';
import { lockVersions, openVersion, versionNumbered } from './school-versions.repository.ts';

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
