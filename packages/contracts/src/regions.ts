import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const code = z.string().regex(/^[0-9.]{2,13}$/u, 'Kode wilayah tidak valid');
const access = { kind: 'roles', roles: rolesWith('regions.read') } as const;
const tags = ['wilayah'];

/** One province, regency, district or village. */
export const regionSchema = z.object({ name: z.string(), code: z.string() });
const response = { 200: z.array(regionSchema) };

export const listProvinces = endpoint({
  id: 'B04',
  method: 'GET',
  path: '/api/indonesian-data/provinces',
  service: 'admission',
  access,
  summary: 'Provinsi',
  tags,
  response,
});

export const listRegencies = endpoint({
  id: 'B05',
  method: 'GET',
  path: '/api/indonesian-data/regencies/{provinceCode}',
  service: 'admission',
  access,
  summary: 'Kabupaten dan kota sebuah provinsi',
  tags,
  params: z.strictObject({ provinceCode: code }),
  response,
});

export const listDistricts = endpoint({
  id: 'B06',
  method: 'GET',
  path: '/api/indonesian-data/districts/{regencyCode}',
  service: 'admission',
  access,
  summary: 'Kecamatan sebuah kabupaten atau kota',
  tags,
  params: z.strictObject({ regencyCode: code }),
  response,
});

export const listVillages = endpoint({
  id: 'B07',
  method: 'GET',
  path: '/api/indonesian-data/villages/{districtCode}',
  service: 'admission',
  access,
  summary: 'Kelurahan dan desa sebuah kecamatan',
  tags,
  params: z.strictObject({ districtCode: code }),
  response,
});
