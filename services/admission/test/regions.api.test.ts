import type { Endpoint } from '@gerbang/contracts/endpoint';
import { listDistricts, listProvinces, listRegencies, listVillages } from '@gerbang/contracts/regions';
import { checkRegion } from '../src/regions/check-region.ts';
import { REGION_EDITION } from '../src/regions/regions.routes.ts';
import { misfit } from '../src/regions/regions.repository.ts';
import { type Caller, type Door, useDoor } from './door.ts';

const TEBET = {
  provinsi: 'Daerah Khusus Ibukota Jakarta',
  kab_kota: 'Kota Administrasi Jakarta Selatan',
  kecamatan: 'Tebet',
  kelurahan: 'Manggarai',
};

describe('regions', () => {
  let door: Door;
  let parent: Caller;
  useDoor(async (opened) => {
    door = opened;
    parent = await door.caller();
  });

  const names = async (call: Endpoint, params: Record<string, string> = {}) =>
    (await door.call(call, parent, { params })).json() as Array<{ name: string; code: string }>;

  test('when the migration has run, then every province, regency, district and village is there', async () => {
    const counts: number[] = [];
    for (const table of ['provinces', 'regencies', 'districts', 'villages']) {
      counts.push(Number((await door.db(table).count('* as n').first())?.n));
    }
    expect(counts).toEqual([38, 514, 7285, 83_762]);
  });

  test('when the package is a newer edition than the data, then a migration is missing', async () => {
    const { rows } = await door.db.raw("select obj_description('provinces'::regclass) as edition");
    expect(rows[0].edition).toBe(`idn-area-data ${REGION_EDITION}`);
  });

  test('when the four lists are asked one after the other, then each holds the next, by name', async () => {
    const provinces = await names(listProvinces);
    expect(provinces).toHaveLength(38);
    const jakarta = provinces.find((row) => row.name === TEBET.provinsi)!;
    expect(jakarta).toEqual({ name: TEBET.provinsi, code: '31' });
    const regencies = await names(listRegencies, { provinceCode: jakarta.code });
    const south = regencies.find((row) => row.name === TEBET.kab_kota)!;
    const districts = await names(listDistricts, { regencyCode: south.code });
    const tebet = districts.find((row) => row.name === TEBET.kecamatan)!;
    const villages = await names(listVillages, { districtCode: tebet.code });
    expect(villages.map((row) => row.name)).toContain(TEBET.kelurahan);
    for (const list of [regencies, districts, villages]) {
      const sorted = list.map((row) => row.name).toSorted((a, b) => a.localeCompare(b));
      expect(list.map((row) => row.name)).toEqual(sorted);
    }
  });

  test('when the code is unknown, then the list is empty', async () => {
    expect(await names(listRegencies, { provinceCode: '99' })).toEqual([]);
    expect(await names(listDistricts, { regencyCode: '99.99' })).toEqual([]);
    expect(await names(listVillages, { districtCode: '11' })).toEqual([]);
  });

  test.each([
    ['listRegencies', listRegencies, 'provinceCode'],
    ['listDistricts', listDistricts, 'regencyCode'],
    ['listVillages', listVillages, 'districtCode'],
  ])('when %s is asked with a code that is none, then 400 and nothing happens', async (_call, call, name) => {
    for (const code of ['1', 'x1', "11' or 1=1--", '%25', '1'.repeat(14), '11%00', '１１']) {
      const answer = await door.call(call, parent, { params: { [name]: encodeURIComponent(code) } });
      expect([code, answer.statusCode]).toEqual([code, 400]);
    }
  });

  test('when a list is asked again with its tag, then 304 without a body; a browser may keep it for a day', async () => {
    const first = await door.call(listRegencies, parent, { params: { provinceCode: '31' } });
    expect(first.headers['cache-control']).toBe('private, max-age=86400');
    const etag = String(first.headers.etag);
    const again = await door.call(listRegencies, parent, {
      params: { provinceCode: '31' },
      headers: { 'if-none-match': etag },
    });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  });

  test('when a combination is checked, then it may be open from below and nowhere else', async () => {
    const { kelurahan, kecamatan, kab_kota, provinsi } = TEBET;
    for (const known of [
      {},
      { provinsi },
      { provinsi, kab_kota },
      { provinsi, kab_kota, kecamatan },
      TEBET,
    ]) {
      expect(await misfit(door.db, known)).toBeNull();
    }
    for (const unknown of [
      { kab_kota },
      { provinsi, kecamatan },
      { ...TEBET, provinsi: 'Jawa Barat' },
      { ...TEBET, kelurahan: 'manggarai' },
      { ...TEBET, kecamatan: null },
      { provinsi: "' or 1=1--" },
      { provinsi: '%' },
      { kelurahan, provinsi: '' },
    ]) {
      expect(await misfit(door.db, unknown)).not.toBeNull();
    }
  });

  test('when a change is checked, then the field that does not fit is named and an unchanged older value passes', async () => {
    const older = {
      provinsi: 'DKI Djakarta',
      kab_kota: 'Djakarta Selatan',
      kecamatan: null,
      kelurahan: null,
    };
    expect(await checkRegion(door.db, {}, older)).toEqual([]);
    expect(await checkRegion(door.db, { provinsi: older.provinsi }, older)).toEqual([]);
    expect(await checkRegion(door.db, { kecamatan: 'Tebet' }, older)).toEqual([
      { path: 'provinsi', message: 'Provinsi tidak dikenal' },
    ]);
    expect(await checkRegion(door.db, TEBET, older)).toEqual([]);
    expect(await checkRegion(door.db, { kab_kota: 'Kota Bandung' }, TEBET)).toEqual([
      { path: 'kab_kota', message: 'Kabupaten/kota ini tidak ada di provinsi yang dipilih' },
    ]);
    expect(await checkRegion(door.db, { kelurahan: null }, TEBET)).toEqual([]);
    expect(await checkRegion(door.db, { kecamatan: null, kelurahan: null }, null)).toEqual([]);
  });
});
