import type { CorrectionResult } from '@gerbang/contracts/corrections';
import type { CorrectionTarget } from '@gerbang/domain/corrections';
import type { Db } from '@gerbang/service-kit/data/database';
import type { FullRegistration } from '../registration-record/registrations.repository.ts';
import { countChildren, tickedFacts } from './corrections.repository.ts';

type Follow = CorrectionResult['follows'][number];

/** The facts beside a document that are made of a field. */
const FACTS: Readonly<Record<string, string>> = {
  full_name: 'child_name',
  birth_date: 'birth_date',
  birth_city: 'birth_place',
  gender: 'gender',
  nik: 'nik',
  kk_number: 'kk_number',
  father_name: 'parent_names',
  mother_name: 'parent_names',
  address: 'address',
  kelurahan: 'address',
  kecamatan: 'address',
  kab_kota: 'address',
  provinsi: 'address',
};
/** The fields that receipts and letters print. */
export const PRINTED: readonly string[] = [
  'full_name',
  'father_name',
  'mother_name',
  'jenjang',
  'kelas',
  'academic_year',
];
/** The fields that other areas keep and search by. */
const COPIED: readonly string[] = [...PRINTED, 'nick_name', 'gender', 'father_phone', 'mother_phone'];

/** What follows a correction, in the order in which people care. */
export async function followsOf(
  db: Db,
  target: CorrectionTarget,
  { child, parent, payment_status, locked }: FullRegistration,
  fields: readonly string[],
): Promise<Follow[]> {
  const has = (names: readonly string[]) => fields.some((field) => names.includes(field));
  const of = target === 'parents' ? { 'children.parent_id': parent.id } : { 'children.id': child.id };
  const facts = fields.flatMap((field) => FACTS[field] ?? []);
  const ticked = target !== 'registration' && facts.length > 0 && (await tickedFacts(db, of, facts));
  const siblings = target === 'parents' ? await countChildren(db, parent.id) : 1;
  const follows: readonly (Follow | false)[] = [
    has(PRINTED) &&
      (payment_status === 'verified' || locked) && {
        kind: 'papers',
        text: 'Kuitansi dan surat yang memuat data lama tidak berlaku lagi. Penggantinya dengan nomor yang sama dapat langsung diunduh.',
      },
    ticked && {
      kind: 'facts',
      text: 'Data yang sudah dicocokkan dengan dokumen perlu dicocokkan lagi.',
    },
    has([...COPIED, 'contact_phone']) && {
      kind: 'copies',
      text: 'Pengumuman, tagihan, dan pencarian memakai data baru.',
    },
    has(['contact_phone']) && {
      kind: 'contact',
      text: 'Nomor kontak baru harus diverifikasi keluarga dan belum dapat dipakai untuk masuk.',
    },
    siblings > 1 && {
      kind: 'siblings',
      text: `Data orang tua dipakai untuk ${siblings} anak keluarga ini.`,
    },
    { kind: 'message', text: 'Keluarga diberi tahu dan membaca koreksi ini dengan alasannya di riwayat.' },
  ];
  return follows.filter((one) => one !== false);
}
