import type { AdmissionExport } from '@gerbang/contracts/admission-export';
import type { DocumentFact } from '@gerbang/domain/child-documents';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import type { Tables } from '../database.types.ts';
import {
  changesOf,
  checksOf,
  documentsOfChildren,
  pagesOf,
  versionsOf,
} from './child-documents.repository.ts';
import { peopleOf, toVersion } from './child-documents.view.ts';
import { allTypes } from './document-types.repository.ts';

const toFact = ({ fact, at }: Pick<Tables['facts_changed'], 'fact' | 'at'>) => ({
  fact: fact as DocumentFact,
  at: new Date(at).toISOString(),
});

/** The documents of these children with every version and decision, for the export of a family's data. */
export async function exportedDocuments(
  { columns }: Pick<Context, 'columns'>,
  db: Db,
  { childIds }: { readonly childIds: readonly string[] },
): Promise<Pick<AdmissionExport, 'documents'>> {
  const rows = await documentsOfChildren(db, childIds);
  const types = new Map((await allTypes(db)).map((type) => [type.id, type]));
  const versions = await versionsOf(
    db,
    rows.map(({ id }) => id),
  );
  const pages = await pagesOf(
    db,
    versions.flatMap(({ files }) => files),
  );
  const checks = await checksOf(db, childIds);
  const changes = await changesOf(db, childIds);
  const documents = rows.flatMap((row) => {
    const type = types.get(row.type_id);
    if (!type) return [];
    const own = versions.filter(({ document_id }) => document_id === row.id);
    const ids = new Set(own.map(({ id }) => id));
    const changed = changes.filter(({ document_id }) => document_id === row.id);
    return [
      {
        id: row.id,
        child_id: row.child_id,
        type_key: type.key,
        type_label: type.label,
        purpose: type.purpose,
        status: row.status,
        expires_on: row.expires_on,
        waived_reason: row.waived_reason,
        versions: own.map((one) => ({
          ...toVersion(columns, one, type, pages),
          ...peopleOf(one),
        })),
        facts_checked: checks.filter(({ document_version_id }) => ids.has(document_version_id)).map(toFact),
        ...(changed.length > 0 && { facts_changed: changed.map(toFact) }),
      },
    ];
  });
  return { documents };
}
