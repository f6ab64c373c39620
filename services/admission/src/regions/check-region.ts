import type { Db } from '@gerbang/service-kit/data/database';
import { type Issue, unprocessable } from '@gerbang/service-kit/http/problems';
import { misfit, REGION_FIELDS, type RegionField, type RegionNames } from './regions.repository.ts';

const LABELS: Readonly<Record<RegionField, string>> = {
  provinsi: 'Provinsi',
  kab_kota: 'Kabupaten/kota',
  kecamatan: 'Kecamatan',
  kelurahan: 'Kelurahan/desa',
};

/**
 * What is wrong with the region after a change: none where the combination is in the reference data, or where it is
 * the stored one (an unchanged older value is accepted). `before` null = nothing is stored yet.
 */
export async function checkRegion(db: Db, change: RegionNames, before: RegionNames | null): Promise<Issue[]> {
  const stored = (field: RegionField) => before?.[field] ?? null;
  const wanted = (field: RegionField) => (change[field] === undefined ? stored(field) : change[field]);
  if (REGION_FIELDS.every((field) => wanted(field) === stored(field))) return [];
  const names = Object.fromEntries(REGION_FIELDS.map((field) => [field, wanted(field)]));
  const field = await misfit(db, names);
  if (field === null) return [];
  const above = REGION_FIELDS[REGION_FIELDS.indexOf(field) - 1];
  const message = above
    ? `${LABELS[field]} ini tidak ada di ${LABELS[above].toLowerCase()} yang dipilih`
    : `${LABELS[field]} tidak dikenal`;
  return [{ path: field, message }];
}

/** 422 `region` for a combination that is not in the reference data. */
export async function refuseUnknownRegion(
  db: Db,
  change: RegionNames,
  before: RegionNames | null,
): Promise<void> {
  const issues = await checkRegion(db, change, before);
  if (issues.length > 0) {
    throw unprocessable(
      'region',
      'Wilayah yang dipilih tidak cocok satu sama lain. Pilih kembali dari daftar.',
      issues,
    );
  }
}
