import type { AskedField, DapodikData, giveDapodikData as call } from '@gerbang/contracts/dapodik';
import type { updateChild } from '@gerbang/contracts/children';
import type { updateParent } from '@gerbang/contracts/parents';
import {
  DAPODIK_NAMES,
  type DapodikName,
  dapodikField,
  type DapodikField,
  type DapodikValues,
  missingForDapodik,
} from '@gerbang/domain/dapodik';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { AuditNote } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { unprocessable } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import { publishChild, writeChild } from '../children/change-child.ts';
import { countNikEntry } from '../children/daily-limits.repository.ts';
import type { Context } from '../context.ts';
import { publishProfile, writeProfile } from '../parents/change-parent.ts';
import { refuseUnknownRegion } from '../regions/check-region.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { changesOf } from '../trail.ts';
import {
  type AcceptedRecord,
  acceptedRecords,
  answersOf,
  factsOf,
  keepAnswers,
  lockAccepted,
} from './dapodik.repository.ts';

type Values = z.output<(typeof call)['body']>['values'];

function toAsked(field: DapodikName): AskedField {
  const { label, codes, digits, number } = dapodikField(field);
  return {
    field,
    label,
    options: codes ? Object.entries(codes).map(([value, name]) => ({ value, label: name })) : null,
    digits: digits ?? null,
    number: number ? { step: 1, ...number } : null,
  };
}

/** What is missing of a child, and what its family has said before. */
function toData({ columns }: Pick<Context, 'columns'>, record: AcceptedRecord): DapodikData {
  const facts = factsOf(columns, record, false);
  return {
    registration_id: record.id,
    child_id: record.child_id,
    child_name: record.child.full_name,
    missing: missingForDapodik(facts).map(toAsked),
    given: DAPODIK_NAMES.flatMap((field) => {
      const value = facts.answers[field];
      return value === null || value === undefined ? [] : [{ ...toAsked(field), value }];
    }),
  };
}

/** The accepted children of the caller's family. */
export async function ownDapodik(context: Context, userId: string): Promise<DapodikData[]> {
  const records = await acceptedRecords(context.database.knex, { userId });
  return records.map((record) => toData(context, record));
}

/** The sent values by where they are kept. */
function sorted(values: Values) {
  const of = (wanted: DapodikField['of'], own: boolean): DapodikValues =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => {
        const field: DapodikField = dapodikField(name as DapodikName);
        return value !== undefined && field.of === wanted && Boolean(field.own) === own;
      }),
    );
  return {
    child: of('child', true) as z.output<(typeof updateChild)['body']>,
    parents: of('parents', true) as z.output<(typeof updateParent)['body']>,
    answers: { child: of('child', false), parents: of('parents', false) },
  };
}

const isEmpty = (values: object) => Object.keys(values).length === 0;

/**
 * Writes what was missing where it belongs: with child or profile, also of a child whose other data is locked by then, or
 * as an answer for Dapodik alone. An answer may be given again. 422 for what is known from the family's data.
 */
export async function giveDapodik(
  context: Context,
  caller: Caller,
  { registration_id: id, values }: z.output<(typeof call)['body']>,
): Promise<DapodikData> {
  const { columns } = context;
  const given = sorted(values);
  return changeLocked(context.database, caller, {
    lock: (trx) => lockAccepted(trx, caller.id, id),
    notFound: noRegistration,
    expect: { actions: ['dapodik.given'], present: ({ present }) => toData(context, present) },
    apply: async ({ trx, present }) => {
      const data = toData(context, present);
      const open = new Set([...data.missing, ...data.given].map(({ field }) => field));
      const issues = Object.keys(values)
        .filter((name) => !open.has(name as DapodikName))
        .map((name) => ({ path: `values.${name}`, message: 'Isian ini sudah ada di data keluarga.' }));
      const [first] = issues;
      if (first) throw unprocessable('not_missing', first.message, issues);
      if (isEmpty(values)) return null;
      const { child, parent } = present;
      await refuseUnknownRegion(trx, given.parents, parent);
      if (given.child.nik) await countNikEntry(context.config, trx, caller.id, child.id);
      if (!isEmpty(given.child)) await writeChild(context, trx, child, given.child);
      if (!isEmpty(given.parents)) await writeProfile(context, trx, parent, given.parents);
      const known = answersOf(columns, present);
      const owners = { child: { child_id: child.id }, parents: { parent_id: parent.id } };
      for (const part of ['child', 'parents'] as const) {
        if (isEmpty(given.answers[part])) continue;
        await keepAnswers(trx, columns, owners[part], { known: known[part], given: given.answers[part] });
      }
      return given;
    },
    audit: ({ present: { child, parent } }): AuditNote[] => [
      ...(isEmpty(given.child)
        ? []
        : [
            {
              action: 'child.updated',
              subject: child.id,
              details: changesOf('children', child, given.child),
            },
          ]),
      ...(isEmpty(given.parents)
        ? []
        : [
            {
              action: 'parent.updated',
              subject: parent.id,
              details: changesOf('parents', parent, given.parents),
            },
          ]),
      { action: 'dapodik.given', subject: id, details: { fields: Object.keys(values) } },
    ],
    publish: async ({ trx, present: { child, parent } }) => {
      await publishChild(context, trx, child.id, given.child);
      await publishProfile(context, trx, parent, given.parents, { requestId: caller.origin.requestId });
    },
    view: async ({ trx, present }) => {
      const [record] = await acceptedRecords(trx, { ids: [id] });
      return toData(context, record ?? present);
    },
  });
}
