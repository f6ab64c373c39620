import { Button, IconButton } from '@gerbang/ui/button';
import { CopyButton } from '@gerbang/ui/copy-button';
import { Menu } from '@gerbang/ui/menu';
import { Pencil, RefreshCw, ClipboardList } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '@gerbang/ui/banner';
import { EmptyState, AccessDenied } from '@gerbang/ui/empty-state';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { Skeleton } from '@gerbang/ui/skeleton';
import { Spinner } from '@gerbang/ui/spinner';
import { StatusTag } from '@gerbang/ui/status-tag';
import { showToast } from '@gerbang/ui/toast';

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
      draw: () => <CopyButton text="7001234567" label="Salin nomor rekening" copied="Tersalin" />,
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
