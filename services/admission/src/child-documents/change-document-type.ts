import type {
  createDocumentType as createCall,
  documentTypeSchema,
  updateDocumentType as updateCall,
} from '@gerbang/contracts/child-documents';
import type { DocumentGate } from '@gerbang/domain/child-documents';
import { audit } from '@gerbang/service-kit/audit/audit';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound, refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  insertType,
  lockType,
  type TypeFields,
  type TypeRecord,
  updateType,
} from './document-types.repository.ts';
import { toType } from './child-documents.view.ts';

type DocumentTypeView = z.input<typeof documentTypeSchema>;
type NewType = z.output<(typeof createCall)['body']>;
type Decides = Pick<
  TypeRecord,
  'label' | 'gate' | 'required' | 'retired_at' | 'needed_by' | 'jenjang' | 'classes'
>;
type ChangedType = z.output<(typeof updateCall)['body']>;

const ACTIONS = ['document_type.created', 'document_type.changed'] as const;

/** 422 without a purpose: nothing is asked of a family without a reason (UU 27/2022, article 28). */
function withPurpose<F extends { readonly purpose: string | null }>(fields: F): F & { purpose: string } {
  const { purpose } = fields;
  if (purpose === null)
    throw refusedField('no_purpose', 'purpose', 'Tujuan harus diisi: mengapa sekolah memintanya');
  return { ...fields, purpose };
}

/** A gate that blocks counts for registrations made from then on; it keeps its moment while it stays. */
function blocksFrom(gate: DocumentGate, before: TypeRecord | null, now: Date): Date | null {
  if (gate !== 'block') return null;
  return before?.blocks_from ?? now;
}

/** What decides which registrations a type holds back, and under which name; null where it holds none back. */
const holdingBack = (type: Decides | null): string | null =>
  type?.gate === 'block' && type.required && type.retired_at === null
    ? JSON.stringify([type.label, type.needed_by, type.jenjang, type.classes])
    : null;

/** The version that other services know after a change: the present one stays untold where it holds others back. */
function toldVersion(before: TypeRecord | null, after: Decides): number {
  const version = (before?.version ?? 0) + 1;
  const known = before?.told_version ?? 1;
  if (holdingBack(before) !== holdingBack(after)) return Math.min(known, version - 1);
  return before && known < before.version ? known : version;
}

const withoutRepeats = <F extends Pick<TypeFields, 'jenjang' | 'classes' | 'facts'>>(fields: F): F => ({
  ...fields,
  jenjang: [...new Set(fields.jenjang)],
  classes: fields.classes && [...new Set(fields.classes)],
  facts: [...new Set(fields.facts)],
});

/** Adds a document that the school asks. 422 `no_purpose`, 409 `type_in_use` for a key that was ever used. */
export async function createDocumentType(
  { database, now }: Context,
  caller: Caller,
  { key, ...body }: NewType,
): Promise<DocumentTypeView> {
  const fields = withoutRepeats(withPurpose(body));
  return database.transaction(async (trx) => {
    const made = await insertType(trx, key, {
      ...fields,
      blocks_from: blocksFrom(fields.gate, null, now()),
      retired_at: null,
      told_version: toldVersion(null, { ...fields, retired_at: null }),
    });
    if (!made) throw conflict('type_in_use', 'Kunci ini sudah pernah dipakai.');
    await audit(trx, {
      action: ACTIONS[0],
      actor: await actorOf(trx, caller),
      subject: made.id,
      details: { document_type: key, purpose: fields.purpose },
      origin: caller.origin,
    });
    return toType(made);
  });
}

/**
 * Changes, retires or asks again for a document. 409 `stale` for another version, 409 `type_in_use` for another key, 422
 * `no_purpose`.
 */
export async function updateDocumentType(
  { database, now }: Context,
  caller: Caller,
  id: string,
  { key, version, retired, ...body }: ChangedType,
): Promise<DocumentTypeView> {
  const fields = withoutRepeats(withPurpose(body));
  return changeLocked(
    database,
    { ...caller, ifMatch: String(version) },
    {
      lock: (trx) => lockType(trx, id),
      notFound: () => notFound('Jenis dokumen tidak ditemukan'),
      expect: { actions: ACTIONS, present: ({ present }) => toType(present) },
      apply: ({ trx, present }) => {
        if (key !== present.key) throw conflict('type_in_use', 'Kunci jenis dokumen tidak dapat diubah.');
        const retired_at = retired ? (present.retired_at ?? now()) : null;
        return updateType(trx, present, {
          ...fields,
          blocks_from: blocksFrom(fields.gate, present, now()),
          retired_at,
          told_version: toldVersion(present, { ...fields, retired_at }),
        });
      },
      audit: (_step, written) => ({
        action: ACTIONS[1],
        subject: id,
        details: { document_type: key, gate: written.gate, required: written.required, retired },
      }),
      view: ({ present }, written) => toType(written ?? present),
    },
  );
}
