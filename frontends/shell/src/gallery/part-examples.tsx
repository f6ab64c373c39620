import { observationDays } from '@gerbang/domain/day-limits';
import { birthDays } from '@gerbang/domain/day-range';
import { Banner } from '@gerbang/ui/banner';
import { Button, IconButton } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { CopyButton } from '@gerbang/ui/copy-button';
import { Disclosure } from '@gerbang/ui/disclosure';
import { DateField } from '@gerbang/ui/date-field';
import { DatePicker } from '@gerbang/ui/date-picker';
import { AccessDenied, EmptyState } from '@gerbang/ui/empty-state';
import { ErrorSummary } from '@gerbang/ui/error-summary';
import { FormSection } from '@gerbang/ui/form-section';
import { Illustration } from '@gerbang/ui/illustration';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Menu } from '@gerbang/ui/menu';
import { MoneyField } from '@gerbang/ui/money-field';
import { OtpField } from '@gerbang/ui/otp-field';
import { PasswordField } from '@gerbang/ui/password-field';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { RadioCards, RadioGroup } from '@gerbang/ui/radio-group';
import { SaveBar } from '@gerbang/ui/save-bar';
import { SearchBox } from '@gerbang/ui/search-box';
import { SearchSelect } from '@gerbang/ui/search-select';
import { Select } from '@gerbang/ui/select';
import { Skeleton } from '@gerbang/ui/skeleton';
import { Spinner } from '@gerbang/ui/spinner';
import { StatusTag } from '@gerbang/ui/status-tag';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { showToast } from '@gerbang/ui/toast';
import { ClipboardList, Pencil, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';

/** One component as the gallery shows it. */
interface Example {
  /** Name of its file in packages/ui, without the ending: a test asks that none is missing. */
  readonly component: string;
  readonly draw: () => ReactNode;
}

/** A group of the component inventory. */
export interface ExampleGroup {
  readonly title: string;
  readonly examples: readonly Example[];
}

const nothing = () => undefined;

export const actionExamples: ExampleGroup = {
  title: 'Tindakan',
  examples: [
    {
      component: 'button',
      draw: () => (
        <>
          <Button>Simpan perubahan</Button>
          <Button variant="secondary">Batal</Button>
          <Button variant="ghost">Lewati</Button>
          <Button variant="danger">Hapus pengguna</Button>
          <Button pending pendingLabel="Menyimpan...">
            Simpan
          </Button>
          <Button small variant="secondary" icon={<Pencil size={18} aria-hidden="true" />}>
            Ubah
          </Button>
          <IconButton label="Muat ulang">
            <RefreshCw size={20} aria-hidden="true" />
          </IconButton>
        </>
      ),
    },
    {
      component: 'copy-button',
      draw: () => (
        <>
          <CopyButton text="7001234567" label="Salin nomor rekening" copied="Tersalin" />
          <CopyButton text="7001234567" label="Salin nomor rekening" copied="Tersalin" word="Salin" />
        </>
      ),
    },
    {
      component: 'disclosure',
      draw: () => (
        <Disclosure label="Kelola bukti">
          <p>Bukti dikirim 21 November 2026.</p>
        </Disclosure>
      ),
    },
    {
      component: 'menu',
      draw: () => (
        <Menu
          label="Menu contoh"
          trigger={<span aria-hidden="true">⋯</span>}
          groups={[{ id: 'satu', entries: [{ id: 'ubah', label: 'Ubah', onAction: nothing }] }]}
        />
      ),
    },
  ],
};

const TONES = [
  ['neutral', 'Belum Bayar'],
  ['attention', 'Menunggu Verifikasi'],
  ['info', 'Observasi Dijadwalkan'],
  ['success', 'Terverifikasi'],
  ['danger', 'Pembayaran Ditolak'],
] as const;

export const feedbackExamples: ExampleGroup = {
  title: 'Kabar',
  examples: [
    {
      component: 'status-tag',
      draw: () =>
        TONES.map(([tone, label]) => (
          <StatusTag key={tone} tone={tone}>
            {label}
          </StatusTag>
        )),
    },
    {
      component: 'banner',
      draw: () =>
        TONES.flatMap(([tone, label]) => (tone === 'neutral' ? [] : [[tone, label] as const])).map(
          ([tone, label]) => (
            <Banner key={tone} tone={tone}>
              {label}: bukti pembayaran Anda kami terima.
            </Banner>
          ),
        ),
    },
    {
      component: 'toast',
      draw: () => (
        <Button
          variant="secondary"
          onClick={() => showToast({ title: 'Berhasil', description: 'Perubahan tersimpan.' })}
        >
          Tampilkan notifikasi
        </Button>
      ),
    },
    { component: 'spinner', draw: () => <Spinner size={36} label="Memuat..." /> },
    { component: 'skeleton', draw: () => <Skeleton /> },
    { component: 'progress-bar', draw: () => <ProgressBar percent={64} label="Mengunggah bukti" /> },
    {
      component: 'illustration',
      draw: () =>
        (['child', 'bills', 'no-result', 'offline', 'denied', 'not-found'] as const).map((picture) => (
          <Illustration key={picture} of={picture} />
        )),
    },
    {
      component: 'empty-state',
      draw: () => (
        <>
          <EmptyState icon={<ClipboardList size={28} />} title="Belum ada pendaftaran">
            Pendaftaran anak Anda akan tampil di sini.
          </EmptyState>
          <AccessDenied>Halaman ini untuk panitia.</AccessDenied>
        </>
      ),
    },
    {
      component: 'load-failed',
      draw: () => <LoadFailed title="Data tidak dapat dimuat." retrying={false} onRetry={() => undefined} />,
    },
  ],
};

const LEVELS = [
  { value: 'sd', label: 'SD' },
  { value: 'smp', label: 'SMP' },
];

const WAYS = [
  { value: 'penuh', label: 'Lunas', description: 'Satu kali bayar' },
  { value: 'cicilan', label: 'Cicilan', description: 'Beberapa kali bayar' },
];

function Region() {
  const [value, setValue] = useState('');
  return (
    <SearchSelect
      label="Kabupaten/Kota"
      options={[
        { id: '3271', label: 'Kota Bogor' },
        { id: '3276', label: 'Kota Depok' },
      ]}
      value={value}
      onChange={setValue}
      placeholder="Pilih kabupaten/kota"
      searchLabel="Cari kabupaten/kota"
      emptyText="Tidak ada yang cocok"
    />
  );
}

function Birthday() {
  const [day, setDay] = useState('2020-08-17');
  return (
    <DateField
      label="Tanggal lahir"
      hint="Contoh: 17/08/2020"
      limits={birthDays(new Date('2026-11-21'))}
      value={day}
      onChange={setDay}
    />
  );
}

function Appointment() {
  const [day, setDay] = useState('');
  return (
    <DatePicker
      label="Tanggal observasi"
      limits={observationDays('2026-11-21')}
      value={day}
      onChange={setDay}
    />
  );
}

function Amount() {
  const [amount, setAmount] = useState<number | null>(1_500_000);
  return <MoneyField label="Jumlah pembayaran" hint="Angka saja" value={amount} onChange={setAmount} />;
}

export const fieldExamples: ExampleGroup = {
  title: 'Isian',
  examples: [
    {
      component: 'text-field',
      draw: () => (
        <>
          <TextField label="Nama lengkap" hint="Sesuai KTP" name="nama" />
          <TextField label="Email" name="email" error="Format email tidak valid" defaultValue="rahma@" />
          <TextField label="Pekerjaan" name="pekerjaan" optional />
          <TextField label="Nomor pendaftaran" name="nomor" readOnly value="SD-2026-0012" />
        </>
      ),
    },
    { component: 'password-field', draw: () => <PasswordField label="Password" name="sandi" /> },
    { component: 'otp-field', draw: () => <OtpField label="Kode OTP" name="kode" hint="6 digit angka" /> },
    { component: 'money-field', draw: () => <Amount /> },
    { component: 'text-area', draw: () => <TextArea label="Alamat lengkap" name="alamat" /> },
    {
      component: 'select',
      draw: () => <Select label="Jenjang" name="jenjang" placeholder="Pilih jenjang" options={LEVELS} />,
    },
    { component: 'search-select', draw: () => <Region /> },
    { component: 'date-field', draw: () => <Birthday /> },
    { component: 'date-picker', draw: () => <Appointment /> },
    { component: 'checkbox', draw: () => <Checkbox label="Pilih semua di halaman ini" some /> },
    {
      component: 'radio-group',
      draw: () => (
        <>
          <RadioGroup label="Jenjang yang dituju" name="tujuan" options={LEVELS} />
          <RadioCards label="Cara pembayaran" name="cara" options={WAYS} />
        </>
      ),
    },
    {
      component: 'search-box',
      draw: () => (
        <SearchBox label="Cari pendaftar" placeholder="Cari pendaftar..." onSearch={() => undefined} />
      ),
    },
    {
      component: 'error-summary',
      draw: () => <ErrorSummary errors={[{ fieldId: 'nama', message: 'Nama harus diisi' }]} />,
    },
    {
      component: 'form-section',
      draw: () => (
        <FormSection title="Data ayah">
          <TextField label="Nama ayah" name="ayah" />
        </FormSection>
      ),
    },
    {
      component: 'save-bar',
      draw: () => (
        <SaveBar note="Draf tersimpan 10.42">
          <Button>Simpan</Button>
        </SaveBar>
      ),
    },
  ],
};
