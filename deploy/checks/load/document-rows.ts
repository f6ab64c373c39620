import { ownerUrl, withClient } from '../kit/databases.ts';
import type { Bench } from './runner.ts';

const TYPES = 4;
/** What a school asks at most. */
const ASKED = 12;

/** Documents that wait for a review, four of each of the oldest registered children, until there are so many. */
export async function fillDocuments(bench: Bench, size: number): Promise<void> {
  await withClient(ownerUrl(bench.stack(), 'admission'), async (client) => {
    await client.query(
      `insert into child_documents (id, child_id, type_id, status, current_version, version, updated_at)
       select gen_random_uuid(), child.id, type.id, 'uploaded', 1, 2, now() - interval '1 minute' * child.at
       from (select c.id, row_number() over (order by c.id) as at from children c
         where c.deleted_at is null and exists (select from registrations r where r.child_id = c.id
           and r.deleted_at is null and r.current_stage not in ('failed', 'released')) order by c.id limit $1) child
       cross join (select id from document_types where retired_at is null order by position limit ${TYPES}) type
       on conflict (child_id, type_id) do nothing`,
      [Math.ceil(size / TYPES)],
    );
    await client.query(
      `insert into document_versions (id, document_id, number, files, sent_by_id, sent_by_role)
       select gen_random_uuid(), id, 1, jsonb_build_array(gen_random_uuid()), gen_random_uuid(), 'wali_murid'
       from child_documents where current_version = 1
       on conflict (document_id, number) do nothing`,
    );
    await client.query('vacuum analyze child_documents, document_versions');
  });
}

/** Asks twelve documents of every registration; the seeded types are ten. */
export async function askTwelve(bench: Bench): Promise<void> {
  await withClient(ownerUrl(bench.stack(), 'admission'), async (client) => {
    await client.query(`update document_types set jenjang = '{KB,TK,SD,SMP}', classes = null`);
    await client.query(
      `insert into document_types (id, key, label, help, purpose, jenjang, required, needed_by, gate, max_files, accepts,
         position)
       select gen_random_uuid(), 'bench_' || chr(96 + more.at), label, help, purpose, jenjang, required, needed_by, gate,
         max_files, accepts, 100 + more.at
       from document_types, generate_series(1, $1::int - (select count(*)::int from document_types)) more (at) where key = 'akta'`,
      [ASKED],
    );
  });
}
