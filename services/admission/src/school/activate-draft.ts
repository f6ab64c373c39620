import { activateDraft as call } from '@gerbang/contracts/school-versions';
import type { Role } from '@gerbang/domain/roles';
import { mustWait, type SchoolChange, schoolChanges } from '@gerbang/domain/school-changes';
import { activatedAs, refuseActivation } from '@gerbang/domain/school-versions';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import { onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import { forbidden, Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { labelsOf, scheduledPending, staleDraft, touchesMoney } from './draft.ts';
import { tellAccountChange } from './account-change-messages.ts';
import { bringIntoForce } from './bring-into-force.ts';
import { findingsOf } from './findings.ts';
import {
  activeVersion,
  lockVersions,
  moveVersion,
  openVersion,
  type VersionRecord,
} from './school-versions.repository.ts';

const HOUR_MS = 3_600_000;

type Body = z.output<(typeof call)['body']>;
type Activated = z.output<(typeof call)['response'][200]>;

/** Refuses a caller who may not activate these changes: money takes a second person. */
async function refusePerson(
  { config, assertEyes }: Context,
  caller: Caller,
  { draft, active }: Pick<Activation, 'draft' | 'active'>,
  changes: readonly SchoolChange[],
): Promise<void> {
  const parts = { moneyChanged: touchesMoney(changes), editors: draft.edited_by };
  const refusal = refuseActivation(caller, parts, config.FOUR_EYES === 'on');
  if (refusal === 'own_change') {
    throw forbidden('Perubahan biaya dan rekening harus diaktifkan orang lain.', 'own_change');
  }
  if (refusal !== null) throw forbidden();
  if (parts.moneyChanged) assertFresh(caller);
  // Before the first settings no family can pay, and every account of the school is new.
  if (active.version === 0 || config.FOUR_EYES !== 'on' || !parts.moneyChanged) return;
  const firsts = draft.edited_by.filter(({ money }) => money).map(({ id }) => id);
  await assertEyes(caller.id, firsts, caller.origin.requestId);
}

async function refuseBlocks(trx: Db, draft: VersionRecord, active: VersionRecord, now: Date): Promise<void> {
  const { blocks } = await findingsOf(trx, draft.settings, active, now);
  if (blocks.length === 0) return;
  throw new Problem(409, 'blocked', 'Draf belum dapat diaktifkan. Selesaikan dulu yang masih kurang.', {
    details: { blocks },
  });
}

async function activate(context: Context, trx: Db, caller: Caller, body: Body): Promise<Activated> {
  await lockVersions(trx);
  const draft = await openVersion(trx);
  if (!draft) throw new Problem(404, 'no_draft', 'Tidak ada draf untuk diaktifkan.');
  if (draft.status === 'scheduled') throw scheduledPending();
  if (draft.row_version !== body.row_version) throw staleDraft(draft);
  const active = await activeVersion(trx);
  const changes = schoolChanges(active.settings, draft.settings);
  if (changes.length === 0) throw unprocessable('no_change', 'Draf ini tidak mengubah apa pun.');
  await refusePerson(context, caller, { draft, active }, changes);
  await refuseBlocks(trx, draft, active, context.now());
  const { version, waits } = await moveDraft(context, trx, caller, {
    draft,
    active,
    changes,
    note: body.note,
  });
  const status = waits ? ('scheduled' as const) : ('active' as const);
  await audit(trx, {
    action: waits ? 'school.scheduled' : 'school.activated',
    actor: await actorOf(trx, caller),
    subject: draft.id,
    details: { version: draft.version, settings: labelsOf(changes), note: body.note },
    origin: caller.origin,
  });
  const from = version.active_from ?? version.activated_at ?? context.now();
  return { version: draft.version, status, active_from: from.toISOString() };
}

interface Activation {
  readonly draft: VersionRecord;
  readonly active: VersionRecord;
  readonly changes: readonly SchoolChange[];
  readonly note: string;
}

/** Brings the draft into force, or lets it wait where it changes accounts or a rule that families know. */
async function moveDraft(context: Context, trx: Db, caller: Caller, activation: Activation) {
  const { draft, active, changes, note } = activation;
  const { id, name, role } = await actorOf(trx, caller);
  const later = active.version > 0 && mustWait(changes);
  const delay = context.config.ACCOUNT_CHANGE_DELAY_HOURS;
  const columns = {
    note,
    active_from: later ? new Date(context.now().getTime() + delay * HOUR_MS) : null,
    activated_by_id: id,
    activated_by_name: name,
    activated_by_role: role as Role,
  };
  const waits = activatedAs(later && delay > 0) === 'scheduled';
  if (!waits) {
    const { requestId } = caller.origin;
    return {
      waits,
      version: await bringIntoForce(context, trx, { next: draft, active, columns, requestId }),
    };
  }
  const version = await moveVersion(trx, draft, 'scheduled', columns);
  await tellAccountChange(context, trx, version, active);
  return { waits, version };
}

/** Activates the draft that the caller has read; the same key again gets the same answer. */
export async function activateDraft(context: Context, caller: Caller, body: Body): Promise<Activated> {
  requireKey(caller);
  const answer = await onceBy(context, caller, { route: call.id, body }, (trx) =>
    activate(context, trx, caller, body),
  );
  // So that the caller's next read of this process shows it; the others hear of it by the commit.
  await context.school.look();
  return answer;
}
