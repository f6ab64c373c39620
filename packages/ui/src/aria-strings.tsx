type Args = Record<string, string>;
type Strings = Readonly<Record<string, string | ((args: Args) => string)>>;

// React Aria throws when a group is missing. The empty ones belong to components that we do not use yet:
// a component that is added gets its Indonesian strings here.
const GROUPS: Readonly<Record<string, Strings>> = {
  '@react-aria/autocomplete': { collectionLabel: 'Saran' },
  '@react-aria/breadcrumbs': { breadcrumbs: 'Jejak halaman' },
  '@react-aria/calendar': {
    previous: 'Sebelumnya',
    next: 'Berikutnya',
    selectedDateDescription: ({ date }) => `Tanggal terpilih: ${date}`,
    selectedRangeDescription: ({ dateRange }) => `Rentang terpilih: ${dateRange}`,
    todayDate: ({ date }) => `Hari ini, ${date}`,
    todayDateSelected: ({ date }) => `Hari ini, ${date}, terpilih`,
    dateSelected: ({ date }) => `${date}, terpilih`,
    startRangeSelectionPrompt: 'Pilih tanggal mulai',
    finishRangeSelectionPrompt: 'Pilih tanggal akhir',
    minimumDate: 'Tanggal paling awal',
    maximumDate: 'Tanggal paling akhir',
    dateRange: ({ startDate, endDate }) => `${startDate} sampai ${endDate}`,
  },
  '@react-aria/color': {},
  '@react-aria/combobox': {},
  '@react-aria/datepicker': {
    era: 'era',
    year: 'tahun',
    month: 'bulan',
    day: 'hari',
    hour: 'jam',
    minute: 'menit',
    second: 'detik',
    dayPeriod: 'pagi atau sore',
    calendar: 'Kalender',
    startDate: 'Tanggal mulai',
    endDate: 'Tanggal akhir',
    weekday: 'hari dalam minggu',
    timeZoneName: 'zona waktu',
    selectedDateDescription: ({ date }) => `Tanggal terpilih: ${date}`,
    selectedRangeDescription: ({ startDate, endDate }) => `Rentang terpilih: ${startDate} sampai ${endDate}`,
    selectedTimeDescription: ({ time }) => `Waktu terpilih: ${time}`,
  },
  '@react-aria/dnd': {},
  '@react-aria/grid': {},
  '@react-aria/gridlist': {},
  '@react-aria/menu': { longPressMessage: 'Tekan lama atau tekan Alt + Panah bawah untuk membuka menu' },
  '@react-aria/numberfield': {},
  '@react-aria/overlays': { dismiss: 'Tutup' },
  '@react-aria/previewtrigger': {},
  '@react-aria/searchfield': { 'Clear search': 'Hapus pencarian' },
  '@react-aria/spinbutton': { Empty: 'Kosong' },
  '@react-aria/steplist': {},
  '@react-aria/table': {},
  '@react-aria/tag': {},
  '@react-aria/toast': { close: 'Tutup', notifications: () => 'Notifikasi.' },
  '@react-aria/tree': { expand: 'Buka', collapse: 'Tutup' },
  '@react-stately/color': {},
  '@react-stately/datepicker': {
    rangeUnderflow: ({ minValue }) => `Tanggal paling awal ${minValue}.`,
    rangeOverflow: ({ maxValue }) => `Tanggal paling akhir ${maxValue}.`,
    rangeReversed: 'Tanggal mulai harus sebelum tanggal akhir.',
    unavailableDate: 'Tanggal ini tidak tersedia.',
  },
  'react-aria-components': {
    selectPlaceholder: 'Pilih satu',
    tableResizer: 'Ubah lebar',
    dropzoneLabel: 'Area letak berkas',
    colorSwatchPicker: 'Warna',
  },
};

/** Gives React Aria its Indonesian strings, which it does not have; must run before its first render. */
export function installAriaStrings(): void {
  const target = window as unknown as Record<symbol, unknown>;
  target[Symbol.for('react-aria.i18n.locale')] = 'id-ID';
  target[Symbol.for('react-aria.i18n.strings')] = GROUPS;
}

installAriaStrings();
