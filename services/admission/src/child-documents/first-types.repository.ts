import { JENJANG } from '@gerbang/domain/levels';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';

interface Seed {
  readonly key: string;
  readonly label: string;
  readonly help: string;
  readonly purpose: string;
  readonly jenjang: readonly string[];
  readonly classes?: readonly string[];
  readonly required?: false;
  readonly needed_by?: string;
  readonly max_files?: number;
  readonly facts?: readonly string[];
}

const ALL = [...JENJANG];
const YOUNG = ['KB', 'TK'];

/** What schools ask, each with the reason why (UU 27/2022: no document without a purpose). */
const SEEDS: readonly Seed[] = [
  {
    key: 'akta',
    label: 'Akta kelahiran',
    help: 'Nama anak, tanggal lahir, dan nama orang tua terbaca jelas.',
    purpose: 'untuk memastikan ejaan nama di rapor dan Dapodik',
    jenjang: ALL,
    facts: ['child_name', 'birth_date', 'parent_names'],
  },
  {
    key: 'kk',
    label: 'Kartu keluarga',
    help: 'Seluruh halaman terlihat; NIK dan nomor KK terbaca jelas.',
    purpose: 'untuk mencocokkan NIK, nomor KK, dan alamat yang dilaporkan ke Dapodik',
    jenjang: ALL,
    facts: ['nik', 'kk_number', 'parent_names', 'address'],
  },
  {
    key: 'pas_foto',
    label: 'Pas foto anak',
    help: 'Wajah terlihat jelas dari depan.',
    purpose: 'untuk kartu murid dan buku induk',
    jenjang: ALL,
  },
  {
    key: 'ktp_ayah',
    label: 'KTP ayah',
    help: 'Nama dan NIK terbaca jelas.',
    purpose: 'untuk memastikan siapa yang bertanggung jawab atas anak',
    jenjang: ALL,
    required: false,
  },
  {
    key: 'ktp_ibu',
    label: 'KTP ibu',
    help: 'Nama dan NIK terbaca jelas.',
    purpose: 'untuk memastikan siapa yang bertanggung jawab atas anak',
    jenjang: ALL,
    required: false,
  },
  {
    key: 'imunisasi',
    label: 'Catatan imunisasi',
    help: 'Halaman imunisasi buku KIA atau surat dari puskesmas.',
    purpose: 'untuk kesehatan anak di sekolah',
    jenjang: YOUNG,
    required: false,
    max_files: 5,
  },
  {
    key: 'rapor',
    label: 'Rapor',
    help: 'Halaman nilai semester terakhir.',
    purpose: 'untuk menempatkan anak di kelas yang sesuai',
    jenjang: ['SD', 'SMP'],
    classes: ['2', '3', '4', '5', '6', '7', '8', '9'],
    needed_by: 'observation',
    max_files: 10,
  },
  {
    key: 'skl_ijazah',
    label: 'Surat keterangan lulus atau ijazah',
    help: 'Nama, nomor, dan tanggal terbaca jelas.',
    purpose: 'untuk membuktikan kelulusan jenjang sebelumnya',
    jenjang: ['SMP'],
    max_files: 2,
  },
  {
    key: 'surat_pindah',
    label: 'Surat pindah',
    help: 'Untuk murid pindahan, dari sekolah asal.',
    purpose: 'untuk memindahkan data anak di Dapodik',
    jenjang: ['SD', 'SMP'],
    required: false,
    max_files: 3,
  },
  {
    key: 'surat_sehat',
    label: 'Surat keterangan sehat',
    help: 'Dari dokter atau puskesmas.',
    purpose: 'untuk mengetahui kebutuhan khusus anak di sekolah',
    jenjang: ALL,
    required: false,
  },
];

/** Writes the types of documents that a new installation begins with; the school changes them as it likes. */
export async function addFirstTypes(knex: Knex): Promise<void> {
  await knex('document_types').insert(
    SEEDS.map((seed, at) => ({
      id: uuidv7(),
      key: seed.key,
      label: seed.label,
      help: seed.help,
      purpose: seed.purpose,
      jenjang: seed.jenjang,
      classes: seed.classes ?? null,
      required: seed.required ?? true,
      needed_by: seed.needed_by ?? 're_enrolment',
      gate: 'warn',
      max_files: seed.max_files ?? 2,
      accepts: seed.key === 'pas_foto' ? 'image' : 'image_pdf',
      facts: seed.facts ?? [],
      position: at + 1,
    })),
  );
}
