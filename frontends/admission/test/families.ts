import type { Child } from '@gerbang/contracts/children';
import type { Parent } from '@gerbang/contracts/parents';
import { aChild } from './samples.ts';

const EMPTY = Object.fromEntries(
  ['father', 'mother']
    .flatMap((who) =>
      ['name', 'alive_status', 'ktp', 'education', 'job', 'phone', 'income'].map(
        (field) => `${who}_${field}`,
      ),
    )
    .concat('contact_phone', 'address', 'kelurahan', 'kecamatan', 'kab_kota', 'provinsi')
    .map((name) => [name, null]),
);

/** A profile as its GET shows it: nothing written yet. */
export function aParent(changes: Partial<Parent> = {}): Parent {
  return {
    ...(EMPTY as unknown as Parent),
    id: null,
    user_id: '0190f2f0-0000-7000-8000-000000000001',
    contact_phone_verified: false,
    version: null,
    created_at: null,
    updated_at: null,
    ...changes,
  };
}

/** A child as its own GET shows it. */
export function aWholeChild(changes: Partial<Child> = {}): Child {
  return {
    ...aChild(),
    parent_id: '0190f2f0-0000-7000-8000-000000000002',
    nik: null,
    kk_number: null,
    sibling_count: null,
    blood_type: null,
    address: null,
    kelurahan: null,
    kecamatan: null,
    kab_kota: null,
    provinsi: null,
    locked: false,
    ...changes,
  };
}

const BASE = 'GET /api/indonesian-data';

/** Some regions, as fakeApi takes them. */
export const REGIONS: Readonly<Record<string, { body: readonly { name: string; code: string }[] }>> = {
  [`${BASE}/provinces`]: {
    body: [
      { name: 'JAWA BARAT', code: '32' },
      { name: 'BANTEN', code: '36' },
    ],
  },
  [`${BASE}/regencies/32`]: { body: [{ name: 'KOTA BOGOR', code: '32.71' }] },
  [`${BASE}/regencies/36`]: { body: [{ name: 'KOTA SERANG', code: '36.73' }] },
  [`${BASE}/districts/32.71`]: { body: [{ name: 'TANAH SAREAL', code: '32.71.06' }] },
  [`${BASE}/villages/32.71.06`]: { body: [{ name: 'KEDUNG BADAK', code: '32.71.06.1001' }] },
};
