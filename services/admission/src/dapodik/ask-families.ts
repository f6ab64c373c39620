import type { askForDapodik as call } from '@gerbang/contracts/dapodik';
import { missingForDapodik } from '@gerbang/domain/dapodik';
import { auditAll } from '@gerbang/service-kit/audit/audit';
import { byDay, publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { unprocessable } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  type AcceptedRecord,
  acceptedRecords,
  factsOf,
  lockParents,
  noteAsks,
} from './dapodik.repository.ts';
import { mayAsk } from './dapodik-state.ts';

const NAMES = new Intl.ListFormat('id', { type: 'conjunction' });
const REFUSALS = {
  not_accepted: 'Hanya keluarga dari anak yang sudah diterima yang dapat diminta.',
  not_missing: 'Ada anak yang datanya sudah lengkap. Muat ulang halaman.',
  asked_recently: 'Ada keluarga yang sudah diminta dalam 3 hari terakhir. Muat ulang halaman.',
} as const;

/**
 * Asks the families of these registrations for what Dapodik needs, each once however many children it has. 422 and nothing
 * is sent where one is not accepted, lacks nothing, or was asked in the last three days.
 */
export async function askFamilies(
  context: Context,
  caller: Caller,
  { registration_ids }: z.output<(typeof call)['body']>,
): Promise<{ asked: number }> {
  const ids = [...new Set(registration_ids)];
  return context.database.transaction(async (trx) => {
    const parents = (await acceptedRecords(trx, { ids })).map(({ parent }) => parent.id);
    await lockParents(trx, parents);
    const records = await acceptedRecords(trx, { ids });
    const at = context.now();
    const faultOf = (record: AcceptedRecord | undefined): keyof typeof REFUSALS | undefined => {
      if (!record) return 'not_accepted';
      if (missingForDapodik(factsOf(context.columns, record, false)).length === 0) return 'not_missing';
      return mayAsk(record.asked_at, at) ? undefined : 'asked_recently';
    };
    const byId = new Map(records.map((record) => [record.id, record]));
    const issues = registration_ids.flatMap((id, place) => {
      const fault = faultOf(byId.get(id));
      return fault ? [{ fault, path: `registration_ids.${place}`, message: REFUSALS[fault] }] : [];
    });
    const [first] = issues;
    if (first) {
      throw unprocessable(
        first.fault,
        first.message,
        issues.map(({ path, message }) => ({ path, message })),
      );
    }
    const families = Map.groupBy(records, ({ parent }) => parent.id);
    await noteAsks(trx, [...families.keys()], { at, by: caller.id });
    const actor = await actorOf(trx, caller);
    await auditAll(
      trx,
      records.map(({ id }) => ({ action: 'dapodik.asked', actor, subject: id, origin: caller.origin })),
    );
    for (const [parentId, ofFamily] of families) {
      await publishAccountMessage(context, trx, ofFamily[0]?.parent.user_id ?? '', {
        kind: 'dapodik_asked',
        dedupeKey: `dapodik_asked:${parentId}:${at.toISOString()}`,
        priority: 'bulk',
        params: {
          child: NAMES.format(ofFamily.map(({ child }) => child.full_name)),
          link: new URL('/dapodik', context.config.PUBLIC_ORIGIN).href,
        },
        ...byDay(context),
        ...(caller.origin.requestId && { requestId: caller.origin.requestId }),
      });
    }
    return { asked: families.size };
  });
}
