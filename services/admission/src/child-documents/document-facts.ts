import { DOCUMENT_FACTS, type DocumentFact, FACT_LABELS } from '@gerbang/domain/child-documents';
import { factHint, shownFact, type TypedFacts, typedParts } from '@gerbang/domain/document-facts';
import type { StaffDocuments } from '@gerbang/contracts/document-reviews';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Tables } from '../database.types.ts';

/** A child with its family, as the database has them. */
export interface TypedRecord {
  readonly child: Tables['children'];
  readonly parent: Tables['parents'];
}
type Tick = Tables['facts_checked'];

/** What the family typed; the address is the child's own where it has one. */
export function typedFacts(columns: Columns, { child, parent }: TypedRecord): TypedFacts {
  const open = (column: 'nik' | 'kk_number') => {
    const sealed = child[column];
    return sealed === null ? null : columns.open('children', column, child.id, sealed);
  };
  const { address, kelurahan, kecamatan, kab_kota, provinsi } = child.address === null ? parent : child;
  return {
    child_name: child.full_name,
    birth_date: child.birth_date,
    birth_place: child.birth_city ?? '',
    gender: child.gender,
    nik: open('nik'),
    kk_number: open('kk_number'),
    parent_names: [parent.father_name, parent.mother_name],
    address: [address, kelurahan, kecamatan, kab_kota, provinsi],
  };
}

/** Stands for the value of a fact of a child; the same value of another child or fact has another one. */
export function valueHmac(columns: Columns, childId: string, fact: DocumentFact, typed: TypedFacts): Buffer {
  const text = JSON.stringify([childId, ...typedParts(fact, typed)]);
  return Buffer.from(columns.blindIndex(`facts_checked.${fact}`, text), 'base64url');
}

/** Stands for the values of all facts of a child. */
export function factsPrint(columns: Columns, childId: string, typed: TypedFacts): string {
  const parts = DOCUMENT_FACTS.map((fact) => typedParts(fact, typed));
  return columns.blindIndex('facts_print', JSON.stringify([childId, typed.gender, parts]));
}

/** A fact beside the paper, with the person who found it the same. */
export function toFact(
  fact: DocumentFact,
  typed: TypedFacts,
  tick: Tick | undefined,
  today: string,
): StaffDocuments['facts'][number] {
  return {
    fact,
    label: FACT_LABELS[fact],
    values: shownFact(fact, typed),
    hint: factHint(fact, typed, today),
    checked: tick
      ? {
          by: { name: tick.checked_by_name, role: tick.checked_by_role },
          at: new Date(tick.at).toISOString(),
        }
      : null,
  };
}
