import { isDocumentComplete } from '@gerbang/domain/child-documents';
import type { Db } from '@gerbang/service-kit/data/database';
import { documentsOfChildren, levelsOfChildren } from './child-documents.repository.ts';
import { liveTypes } from './document-types.repository.ts';
import { appliesTo } from './list-documents.ts';

/** Of the required documents of a child, how many are complete. */
export interface DocumentCount {
  readonly done: number;
  readonly of: number;
}

/** The documents of these children in numbers; a child of whom the school asks none is absent. */
export async function documentCounts(
  db: Db,
  childIds: readonly string[],
): Promise<ReadonlyMap<string, DocumentCount>> {
  const types = await liveTypes(db);
  if (types.length === 0 || childIds.length === 0) return new Map();
  const levels = Map.groupBy(await levelsOfChildren(db, childIds), ({ child_id }) => child_id);
  const documents = Map.groupBy(await documentsOfChildren(db, childIds), ({ child_id }) => child_id);
  const counts = new Map<string, DocumentCount>();
  for (const [childId, own] of levels) {
    const complete = new Set(
      (documents.get(childId) ?? []).filter(isDocumentComplete).map(({ type_id }) => type_id),
    );
    const asked = types.filter((type) => appliesTo(type, own));
    const required = asked.filter((type) => type.required);
    const done = required.filter(({ id }) => complete.has(id)).length;
    if (asked.length > 0) counts.set(childId, { done, of: required.length });
  }
  return counts;
}
