import { AccessDenied } from '@gerbang/ui/access-denied';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { Skeleton } from '@gerbang/ui/skeleton';
import { Spinner } from '@gerbang/ui/spinner';
import { StatusTag } from '@gerbang/ui/status-tag';
import { showToast } from '@gerbang/ui/toast';
import { ClipboardList } from 'lucide-react';
import type { ExampleGroup } from './example.ts';

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
        <EmptyState icon={<ClipboardList size={28} />} title="Belum ada pendaftaran">
          Pendaftaran anak Anda akan tampil di sini.
        </EmptyState>
      ),
    },
    {
      component: 'load-failed',
      draw: () => <LoadFailed title="Data tidak dapat dimuat." retrying={false} onRetry={() => undefined} />,
    },
    { component: 'access-denied', draw: () => <AccessDenied>Halaman ini untuk panitia.</AccessDenied> },
  ],
};
