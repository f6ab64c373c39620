import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

type Downloaded = Pick<Tables['registrations'], 'registration_number' | 'child_id' | 'jenjang' | 'kelas'>;

/** A page of an approved document; pages count from 1. */
export interface ApprovedPage {
  readonly key: string;
  readonly page: number;
  readonly file_id: string;
  readonly media_type: string;
}

/** A registration that is not deleted. */
export async function registrationOf(db: Db, id: string): Promise<Downloaded | undefined> {
  return db('registrations')
    .where({ id })
    .whereNull('deleted_at')
    .first('registration_number', 'child_id', 'jenjang', 'kelas');
}

/** The pages of the approvals that count for a registration, by the school's order. */
export async function approvedPages(
  db: Db,
  { child_id, jenjang, kelas }: Downloaded,
): Promise<ApprovedPage[]> {
  const { rows } = await db.raw(
    `select t.key, p.page::integer, f.id as file_id, f.media_type
     from child_documents d
     join document_types t on t.id = d.type_id
     join document_versions v on v.document_id = d.id and v.number = d.approved_version
     cross join lateral jsonb_array_elements_text(v.files) with ordinality as p (file_id, page)
     join files f on f.id = p.file_id::uuid
     where d.child_id = :child_id and :jenjang = any(t.jenjang) and (t.classes is null or :kelas = any(t.classes))
     order by t.position, t.key, p.page`,
    { child_id, jenjang, kelas },
  );
  return rows as ApprovedPage[];
}
