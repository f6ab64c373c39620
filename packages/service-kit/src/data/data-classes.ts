/**
 * The privacy class of every column of a table (UU 27/2022, article 4): `sealed` = specific data, encrypted; `specific` =
 * data of children and of money in clear; `personal` = names, numbers, addresses and texts of people; `plain` = the rest.
 * A schema test fails for a column without a class.
 */
export interface DataClasses {
  readonly sealed?: readonly string[];
  readonly specific?: readonly string[];
  readonly personal?: readonly string[];
  readonly plain: readonly string[];
}

/** The classes of a database by table. */
export type SchemaClasses = Readonly<Record<string, DataClasses>>;

/** Splits column names at white space. */
export const words = (text: string): readonly string[] => text.split(/\s+/u).filter(Boolean);

/** The columns of a row's making and its last change, for `words`. */
export const LIFE = 'created_at updated_at';

/** The classes of the kit's tables. */
export const KIT_CLASSES = {
  audit_events: {
    personal: words('actor_name details address'),
    plain: words('id at action actor_id actor_role subject_id request_id'),
  },
  audit_anchors: { plain: words('position hash made_at') },
  audit_chain: { plain: words('position event_id hash sealed_at method') },
  retention_runs: { plain: words('day started_at finished_at counts') },
  // Payloads and answers are sealed with the bus key; they are short-lived, so rotation needs no rewriting.
  outbox: { plain: words('id type version queue sealed request_id created_at relayed_at relayed_to') },
  outbox_events: { plain: words('id type topic version sealed request_id created_at relayed_at relayed_to') },
  processed_events: { plain: words('id type processed_at') },
  idempotency_keys: { plain: words('user_id route key sealed created_at') },
} as const satisfies SchemaClasses;

/** A table with sealed columns. */
export interface SealedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** The sealed columns of each table, for key rotation. */
export function sealedTables(classes: SchemaClasses): readonly SealedTable[] {
  return Object.entries(classes).flatMap(([table, { sealed }]) =>
    sealed ? [{ table, columns: sealed }] : [],
  );
}
