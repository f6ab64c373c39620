/**
 * The class of every column of a table (reliability, Privacy; UU 27/2022 article 4): `sealed` = specific data kept as
 * ciphertext, `specific` = data of children and of money in clear, `personal` = names, numbers and addresses of people, and
 * what they write; what is in none of the three lists a table gives under `plain`. A test of each program that has a
 * database fails for a column without a class.
 */
export interface DataClasses {
  readonly sealed?: readonly string[];
  readonly specific?: readonly string[];
  readonly personal?: readonly string[];
  readonly plain: readonly string[];
}

/** The classes of a database, a table each. */
export type SchemaClasses = Readonly<Record<string, DataClasses>>;

/** Names of columns, divided by white space. */
export const words = (text: string): readonly string[] => text.split(/\s+/u).filter(Boolean);

/** The tables that every service has of this kit; the kit's migrations make them. */
export const KIT_CLASSES = {
  audit_events: {
    personal: words('actor_name details address'),
    plain: words('id at action actor_id actor_role subject_id request_id'),
  },
  audit_anchors: { plain: words('position hash made_at') },
  audit_chain: { plain: words('position event_id hash sealed_at') },
  retention_runs: { plain: words('day started_at finished_at counts') },
  // Payloads and answers are sealed with the bus key, which is rotated by their short life.
  outbox: { plain: words('id type version queue sealed request_id created_at relayed_at relayed_to') },
  processed_events: { plain: words('id type processed_at') },
  idempotency_keys: { plain: words('user_id route key sealed created_at') },
} as const satisfies SchemaClasses;

/** A table whose columns are sealed with the column keys. */
export interface SealedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Every sealed column by its table: what a change of keys seals anew. */
export function sealedTables(classes: SchemaClasses): readonly SealedTable[] {
  return Object.entries(classes).flatMap(([table, { sealed }]) =>
    sealed ? [{ table, columns: sealed }] : [],
  );
}
