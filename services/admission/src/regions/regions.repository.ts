import type { Region } from '@gerbang/contracts/regions';
import type { Db } from '@gerbang/service-kit/data/database';

/** The tables of a region's parts, from the province down, each with the column that names its parent. */
const PARENT_COLUMN = {
  provinces: null,
  regencies: 'province_code',
  districts: 'regency_code',
  villages: 'district_code',
} as const;
export type RegionTable = keyof typeof PARENT_COLUMN;

/** The regions below a code (all provinces without one), by name; none for an unknown code. */
export async function regionsBelow(db: Db, table: RegionTable, code: string | null): Promise<Region[]> {
  const rows = db(table).select<Region[]>('name', 'code').orderBy(['name', 'code']);
  const column = PARENT_COLUMN[table];
  if (column !== null) rows.where(column, code);
  return rows;
}

/** The fields of a profile or a child that name a region, from the province down. */
export const REGION_FIELDS = ['provinsi', 'kab_kota', 'kecamatan', 'kelurahan'] as const;
export type RegionField = (typeof REGION_FIELDS)[number];
export type RegionNames = { readonly [F in RegionField]?: string | null | undefined };

const KNOWN = `
  with p as (select code from provinces where name = ?),
    r as (select code from regencies where province_code in (select code from p) and name = ?),
    d as (select code from districts where regency_code in (select code from r) and name = ?),
    v as (select code from villages where district_code in (select code from d) and name = ?)
  select exists (select from p) as provinsi, exists (select from r) as kab_kota,
    exists (select from d) as kecamatan, exists (select from v) as kelurahan`;

/**
 * The highest part that does not fit what stands above it; null where all given names together are in the reference
 * data. Parts may be left open from below: a province alone is fine, a city without its province is not.
 */
export async function misfit(db: Db, names: RegionNames): Promise<RegionField | null> {
  const given = REGION_FIELDS.filter((field) => names[field]);
  if (given.length === 0) return null;
  const { rows } = await db.raw(
    KNOWN,
    REGION_FIELDS.map((field) => names[field] ?? null),
  );
  const known = (rows as Array<Record<RegionField, boolean>>)[0];
  return given.find((field) => !known?.[field]) ?? null;
}
