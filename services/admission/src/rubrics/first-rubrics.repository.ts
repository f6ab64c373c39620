import type { RubricGroup, RubricItem } from '@gerbang/domain/rubrics';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';

type Seed = readonly [group: RubricGroup, key: string, label: string, help: string];

const PARENTS: readonly Seed[] = [
  [
    'orang_tua',
    'harapan',
    'Kesamaan harapan dengan sekolah',
    'Orang tua menyebut apa yang diharapkan dari sekolah, dan harapan itu ada dalam program sekolah.',
  ],
  [
    'orang_tua',
    'pendampingan',
    'Kesediaan mendampingi',
    'Orang tua menyebut siapa yang mendampingi anak di rumah dan kapan, dan bersedia hadir bila diundang.',
  ],
];

const KB: readonly Seed[] = [
  [
    'kemandirian',
    'makan',
    'Makan dan minum sendiri',
    'Memegang sendok dan gelas sendiri sampai selesai, tanpa disuapi.',
  ],
  [
    'kemandirian',
    'berpisah',
    'Berpisah dari pengantar',
    'Tetap di ruang selama 5 menit setelah pengantar keluar, walau sempat menoleh.',
  ],
  [
    'kemandirian',
    'merapikan',
    'Mengembalikan mainan',
    'Meletakkan mainan ke tempatnya setelah diajak satu kali.',
  ],
  [
    'bahasa',
    'menyebut',
    'Menyebut benda di sekitarnya',
    'Menyebut nama sedikitnya 5 benda atau gambar yang ditunjuk.',
  ],
  [
    'bahasa',
    'perintah',
    'Melakukan satu perintah',
    'Mengambil benda yang diminta tanpa ditunjukkan letaknya.',
  ],
  [
    'bahasa',
    'keinginan',
    'Menyampaikan keinginan',
    'Meminta dengan kata atau kalimat pendek, bukan hanya menarik tangan.',
  ],
  [
    'motorik',
    'berjalan',
    'Berjalan dan memanjat',
    'Menaiki tiga anak tangga dengan berpegangan, tanpa digendong.',
  ],
  ['motorik', 'menyusun', 'Menyusun balok', 'Menyusun 6 balok ke atas tanpa roboh.'],
  [
    'motorik',
    'mencoret',
    'Memegang alat gambar',
    'Memegang krayon dengan jari dan membuat coretan di kertas.',
  ],
  ['sosial', 'menatap', 'Menanggapi orang baru', 'Menatap atau tersenyum ketika disapa penilai.'],
  [
    'sosial',
    'bersama',
    'Bermain di dekat anak lain',
    'Bermain di samping anak lain selama 5 menit tanpa merebut.',
  ],
  ['sosial', 'tenang', 'Kembali tenang', 'Berhenti menangis dalam 5 menit setelah ditenangkan.'],
];

const TK: readonly Seed[] = [
  ['kemandirian', 'sepatu', 'Memakai sepatu', 'Memakai sepatu sendiri dalam 3 menit.'],
  [
    'kemandirian',
    'kamar_kecil',
    'Ke kamar kecil',
    'Menyampaikan keinginan ke kamar kecil dan membuka celana sendiri.',
  ],
  [
    'kemandirian',
    'membereskan',
    'Membereskan alat',
    'Mengembalikan alat yang dipakai ke tempatnya tanpa diingatkan.',
  ],
  [
    'bahasa',
    'bercerita',
    'Menceritakan pengalaman',
    'Menceritakan satu kejadian dengan sedikitnya 3 kalimat yang berurutan.',
  ],
  [
    'bahasa',
    'dua_perintah',
    'Melakukan dua perintah',
    'Melakukan dua perintah berurutan setelah mendengarnya satu kali.',
  ],
  [
    'bahasa',
    'bertanya',
    'Bertanya dan menjawab',
    'Menjawab pertanyaan tentang gambar dan mengajukan satu pertanyaan.',
  ],
  ['motorik', 'melompat', 'Melompat', 'Melompat dengan dua kaki 5 kali berturut-turut tanpa jatuh.'],
  [
    'motorik',
    'menggunting',
    'Menggunting',
    'Menggunting sepanjang garis lurus 10 cm, melenceng paling banyak 1 cm.',
  ],
  ['motorik', 'bola', 'Menangkap bola', 'Menangkap bola besar dari jarak 2 meter, 3 dari 5 lemparan.'],
  ['sosial', 'giliran', 'Menunggu giliran', 'Menunggu giliran dalam permainan tanpa menyela.'],
  ['sosial', 'berbagi', 'Berbagi alat', 'Memberikan alat kepada anak lain ketika diminta.'],
  ['sosial', 'aturan', 'Mengikuti aturan permainan', 'Mengikuti aturan permainan sederhana sampai selesai.'],
];

// As readiness: nothing about letters or numbers.
const SD: readonly Seed[] = [
  [
    'kemandirian',
    'mengurus_diri',
    'Mengurus barang sendiri',
    'Menyimpan tas dan membuka bekal sendiri tanpa dibantu.',
  ],
  [
    'kemandirian',
    'menuntaskan',
    'Menuntaskan kegiatan',
    'Menyelesaikan satu kegiatan 15 menit tanpa meninggalkan tempat.',
  ],
  [
    'kemandirian',
    'minta_bantuan',
    'Meminta bantuan',
    'Mencoba dahulu, lalu meminta bantuan dengan kalimat ketika tidak bisa.',
  ],
  [
    'bahasa',
    'menyimak',
    'Menyimak cerita',
    'Menyebut tokoh dan dua kejadian dari cerita yang baru didengar.',
  ],
  [
    'bahasa',
    'menjelaskan',
    'Menjelaskan gambar',
    'Menjelaskan gambar dengan sedikitnya 4 kalimat yang saling berhubungan.',
  ],
  [
    'bahasa',
    'bercakap',
    'Bercakap bergantian',
    'Menjawab sesuai pertanyaan dan bergantian bicara dengan penilai.',
  ],
  ['motorik', 'keseimbangan', 'Keseimbangan', 'Berdiri satu kaki selama 5 detik pada setiap kaki.'],
  ['motorik', 'gerak_halus', 'Gerak jari', 'Mengancingkan 3 kancing atau meronce 6 manik dalam 3 menit.'],
  ['motorik', 'meniru_gerak', 'Meniru gerakan', 'Meniru rangkaian 3 gerakan setelah melihatnya satu kali.'],
  ['sosial', 'kerja_sama', 'Bekerja sama', 'Menyelesaikan satu tugas bersama anak lain dan membagi peran.'],
  ['sosial', 'mengelola_kecewa', 'Mengelola kekecewaan', 'Tetap ikut bermain setelah kalah atau ditolak.'],
  [
    'sosial',
    'aturan_kelas',
    'Mengikuti kesepakatan',
    'Mengikuti kesepakatan kelompok setelah dijelaskan satu kali.',
  ],
];

const SMP: readonly Seed[] = [
  [
    'lain',
    'minat',
    'Minat belajar',
    'Menyebut satu hal yang sedang dipelajari sendiri dan cara mempelajarinya.',
  ],
  [
    'lain',
    'alasan',
    'Alasan memilih sekolah',
    'Menyebut dua alasan sendiri memilih sekolah ini, bukan alasan orang tua.',
  ],
  [
    'kemandirian',
    'jadwal',
    'Mengatur waktu',
    'Menjelaskan kegiatan hariannya dan siapa yang mengingatkannya.',
  ],
  [
    'kemandirian',
    'tanggung_jawab',
    'Bertanggung jawab',
    'Menceritakan satu tugas yang menjadi tanggungannya dan apa yang dilakukan ketika lupa.',
  ],
  [
    'bahasa',
    'pendapat',
    'Menyampaikan pendapat',
    'Menyampaikan pendapat dengan satu alasan dan satu contoh.',
  ],
  [
    'bahasa',
    'menanggapi',
    'Menanggapi pendapat lain',
    'Mengulang pendapat temannya dengan kata sendiri sebelum menanggapi.',
  ],
  [
    'sosial',
    'kelompok',
    'Bekerja dalam kelompok',
    'Memberi usul dan menerima usul teman dalam tugas kelompok.',
  ],
  [
    'sosial',
    'perselisihan',
    'Menghadapi perselisihan',
    'Menceritakan satu perselisihan dan langkah yang diambil tanpa menyalahkan saja.',
  ],
];

const SEEDS = { KB, TK, SD, SMP } as const;

/** Writes the drafts of rubrics that a school begins with; none is in force before the school activates it. */
export async function addFirstRubrics(knex: Knex): Promise<void> {
  await knex('rubrics').insert(
    Object.entries(SEEDS).map(([jenjang, items]) => ({
      id: uuidv7(),
      jenjang,
      version_no: 1,
      title: `Observasi ${jenjang}`,
      items: JSON.stringify(
        [...items, ...PARENTS].map(
          ([group, key, label, help]): RubricItem => ({ key, label, help, group, weight: 1 }),
        ),
      ),
    })),
  );
}
