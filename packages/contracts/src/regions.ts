import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const code = z.string().regex(/^[0-9.]{2,13}$/u, 'Kode wilayah tidak valid');
const reading = {
  service: 'admission',
  tags: ['wilayah'],
  access: { kind: 'roles', roles: rolesWith('regions.read') },
} as const;

/** One province, regency, district or village. */
export const regionSchema = z.object({ name: z.string(), code: z.string() });
export type Region = z.output<typeof regionSchema>;
const response = { 200: z.array(regionSchema) };

export const listProvinces = endpoint({
  ...reading,
  id: 'B04',
  method: 'GET',
  path: '/api/indonesian-data/provinces',
  summary: 'Provinsi',
  response,
});

export const listRegencies = endpoint({
  ...reading,
  id: 'B05',
  method: 'GET',
  path: '/api/indonesian-data/regencies/{provinceCode}',
  summary: 'Kabupaten dan kota sebuah provinsi',
  params: z.strictObject({ provinceCode: code }),
  response,
});

export const listDistricts = endpoint({
  ...reading,
  id: 'B06',
  method: 'GET',
  path: '/api/indonesian-data/districts/{regencyCode}',
  summary: 'Kecamatan sebuah kabupaten atau kota',
  params: z.strictObject({ regencyCode: code }),
  response,
});

export const listVillages = endpoint({
  ...reading,
  id: 'B07',
  method: 'GET',
  path: '/api/indonesian-data/villages/{districtCode}',
  summary: 'Kelurahan dan desa sebuah kecamatan',
  params: z.strictObject({ districtCode: code }),
  response,
});
