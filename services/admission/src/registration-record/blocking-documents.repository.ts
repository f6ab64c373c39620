import { type DocumentMoment, MISSING_DOCUMENTS_NAMED } from '@gerbang/domain/child-documents';
import type { Db } from '@gerbang/service-kit/data/database';

/** SQL expressions of a registration. */
interface Names {
  readonly child: string;
  readonly jenjang: string;
  readonly kelas: string;
  /** When it was made: a gate holds back only what was made after it was set. */
  readonly madeAt: string;
}

/** SQL: whether a type `t` is asked for at a level. */
const asked = ({ jenjang, kelas }: Pick<Names, 'jenjang' | 'kelas'>) => `t.required and t.retired_at is null
  and ${jenjang} = any(t.jenjang) and (t.classes is null or ${kelas} = any(t.classes))`;

/** SQL: the types `t` that hold this registration back because the child's document `d` is not complete. */
const blocking = ({ child, jenjang, kelas, madeAt }: Names) => `document_types t
  left join child_documents d on d.type_id = t.id and d.child_id = ${child}
  where t.gate = 'block' and ${asked({ jenjang, kelas })} and t.blocks_from < ${madeAt}
    and coalesce(d.status in ('approved', 'waived', 'seen')
      or (d.status = 'uploaded' and d.approved_version is not null), false) = false`;

/**
 * SQL: whether nothing that holds this registration back is missing, for the observation and for re-enrolment, and the first
 * of what is, as other services keep it. A type that only warns is not counted.
 */
export const documentsComplete = (names: Names) => `(
  select jsonb_build_object('observation', coalesce(bool_and(t.needed_by = 're_enrolment'), true),
    're_enrolment', count(*) = 0) || case when count(*) = 0 then '{}' else jsonb_build_object('missing',
      jsonb_path_query_array(jsonb_agg(jsonb_build_object('key', t.key, 'label', t.label) order by t.position, t.key),
        '$[0 to ${MISSING_DOCUMENTS_NAMED - 1}]')) end
  from ${blocking(names)}) as documents_complete`;

/** The columns of registrations as `table`. */
export const namesOf = (table: string): Names => ({
  child: `${table}.child_id`,
  jenjang: `${table}.jenjang`,
  kelas: `${table}.kelas`,
  madeAt: `${table}.created_at`,
});

/** The documents without which a registration does not go on at one of these moments, in the school's order. */
export async function blockingDocuments(
  db: Db,
  registrationId: string,
  moments: readonly DocumentMoment[],
): Promise<{ readonly key: string; readonly label: string }[]> {
  const { rows } = await db.raw(
    `select t.key, t.label from registrations r cross join lateral (
       select t.key, t.label, t.position, t.needed_by from ${blocking(namesOf('r'))}
     ) t where r.id = ? and t.needed_by = any(?) order by t.position, t.key`,
    [registrationId, [...moments]],
  );
  return rows as { key: string; label: string }[];
}

/** The required documents of the time until the observation that a family has neither sent nor shown, in the school's order. */
export async function documentsToBring(db: Db, registrationId: string): Promise<string[]> {
  const { rows } = await db.raw(
    `select t.label from registrations r
     join document_types t on ${asked(namesOf('r'))} and t.needed_by in ('registration', 'observation')
     left join child_documents d on d.type_id = t.id and d.child_id = r.child_id
     where r.id = ? and coalesce(d.status, 'missing') in ('missing', 'returned') order by t.position, t.key`,
    [registrationId],
  );
  return (rows as { label: string }[]).map(({ label }) => label);
}
