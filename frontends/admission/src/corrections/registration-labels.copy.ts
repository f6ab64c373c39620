/** The fields of a registration that are corrected. */
export const REGISTRATION_LABELS: Readonly<Record<string, string>> = {
  jenjang: 'Jenjang',
  kelas: 'Kelas',
  academic_year: 'Tahun ajaran',
  previous_school: 'Asal sekolah',
  previous_grade: 'Kelas terakhir',
  nisn: 'NISN',
  how_know_school: 'Mengetahui sekolah dari',
  uniform_size: 'Ukuran seragam',
  sibling_name: 'Saudara di sekolah ini',
  collective_student_name: 'Nama pendaftaran kolektif',
  information: 'Catatan khusus',
};
