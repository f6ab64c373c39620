import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Breadcrumbs } from '@gerbang/ui/breadcrumbs';
import { Button } from '@gerbang/ui/button';
import { CalendarLeaf } from '@gerbang/ui/calendar-leaf';
import { Card, CardTitle } from '@gerbang/ui/card';
import { ChoiceChips } from '@gerbang/ui/choice-chips';
import { CountTabs } from '@gerbang/ui/count-tabs';
import { DataTable } from '@gerbang/ui/data-table';
import { Dialog } from '@gerbang/ui/dialog';
import { Drawer } from '@gerbang/ui/drawer';
import { FilterChips } from '@gerbang/ui/filter-chips';
import { Hero, HeroLead, HeroLine, HeroTitle } from '@gerbang/ui/hero';
import { LinkRow, LinkRows } from '@gerbang/ui/link-rows';
import { MaskedText } from '@gerbang/ui/masked-text';
import { Motif, LogoMark } from '@gerbang/ui/brand';
import { PageHeader } from '@gerbang/ui/page-header';
import { Pager } from '@gerbang/ui/pager';
import { ProgressRail } from '@gerbang/ui/progress-rail';
import { ProgressRing } from '@gerbang/ui/progress-ring';
import { Star } from '@gerbang/ui/star';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Tabs } from '@gerbang/ui/tabs';
import { Timeline } from '@gerbang/ui/timeline';
import { Link } from '@gerbang/web-kit/page/router';
import { useState, type ReactNode } from 'react';
import type { ExampleGroup } from './part-examples.tsx';

const ROWS = [
  { id: '1', name: 'Ananda Putri', level: 'SD', fee: 'Rp 350.000' },
  { id: '2', name: 'Bagas Pratama', level: 'SMP', fee: 'Rp 400.000' },
];

function Opened({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open ? children(() => setOpen(false)) : null}
    </>
  );
}

const PARTS = [
  { key: 'paid', label: 'Menunggu Verifikasi', count: 14, tone: 'attention' },
  { key: 'verified', label: 'Terverifikasi', count: 126, tone: 'success' },
  { key: 'pending', label: 'Belum Bayar', count: 31, tone: 'neutral' },
  { key: 'rejected', label: 'Ditolak', count: 3, tone: 'danger' },
] as const;

function Counters() {
  const [value, setValue] = useState<string | null>('paid');
  return <CountTabs label="Status pembayaran" tabs={PARTS} value={value} onChange={setValue} />;
}

function TwoTabs() {
  const [tab, setTab] = useState<'masuk' | 'daftar'>('masuk');
  return (
    <Tabs
      label="Masuk atau daftar"
      tabs={[
        { id: 'masuk', label: 'Masuk' },
        { id: 'daftar', label: 'Daftar' },
      ]}
      value={tab}
      onChange={setTab}
    >
      <p>Isi tab {tab}.</p>
    </Tabs>
  );
}

function Children() {
  const [child, setChild] = useState('zaidan');
  return (
    <ChoiceChips
      label="Pilih anak"
      chips={[
        { key: 'zaidan', label: 'Zaidan', name: 'Muhammad Zaidan', initials: 'ZA' },
        { key: 'khalisa', label: 'Khalisa', name: 'Khalisa Putri', initials: 'KH' },
      ]}
      value={child}
      onChange={setChild}
    />
  );
}

const RAIL = [
  { key: 'register', label: 'Daftar', note: '12 Nov', state: 'done' },
  { key: 'pay', label: 'Bayar', note: '13 Nov', state: 'done' },
  { key: 'observe', label: 'Observasi', note: '27 Nov', state: 'now' },
  { key: 'result', label: 'Hasil', state: 'open' },
  { key: 'enroll', label: 'Daftar ulang', state: 'open' },
] as const;
const RAIL_STATES = { done: 'selesai', now: 'sekarang', open: 'belum', ended: 'berhenti di sini' };

export const layoutExamples: ExampleGroup = {
  title: 'Susunan dan data',
  examples: [
    {
      component: 'hero',
      draw: () => (
        <Hero label="Langkah berikutnya">
          <HeroLead>Langkah Anda berikutnya</HeroLead>
          <HeroTitle>Rp 12.000.000</HeroTitle>
          <HeroLine>Tagihan Tahap 1 · Zaidan</HeroLine>
        </Hero>
      ),
    },
    { component: 'star', draw: () => <Star initials="ZA" /> },
    { component: 'choice-chips', draw: () => <Children /> },
    {
      component: 'progress-ring',
      draw: () => <ProgressRing filled={7} total={14} label="7 dari 14 isian" />,
    },
    {
      component: 'progress-rail',
      draw: () => <ProgressRail label="Perjalanan Zaidan" steps={RAIL} stateLabels={RAIL_STATES} />,
    },
    {
      component: 'calendar-leaf',
      draw: () => (
        <CalendarLeaf weekday="JUM" day="27" month="NOV">
          Jumat, 27 November · 08.00 WIB
        </CalendarLeaf>
      ),
    },
    { component: 'count-tabs', draw: () => <Counters /> },
    {
      component: 'filter-chips',
      draw: () => (
        <FilterChips
          label="Saringan yang dipakai"
          chips={[{ key: 'jenjang', label: 'Jenjang: SD', onRemove: () => undefined }]}
          removeLabel={(chip) => `Hapus saringan ${chip}`}
          clearLabel="Hapus saringan"
          onClear={() => undefined}
        />
      ),
    },
    { component: 'masked-text', draw: () => <MaskedText name="NIK" value="3271051403200001" /> },
    {
      component: 'pager',
      draw: () => (
        <Pager
          label="Halaman daftar"
          page={1}
          pages={3}
          next="lanjut"
          previous={null}
          onTurn={() => undefined}
        />
      ),
    },
    {
      component: 'brand',
      draw: () => (
        <>
          <LogoMark />
          <Motif />
        </>
      ),
    },
    {
      component: 'page-header',
      draw: () => <PageHeader title="Pendaftaran" description="Pendaftaran anak dan pembayarannya" />,
    },
    {
      component: 'breadcrumbs',
      draw: () => (
        <Breadcrumbs crumbs={[{ label: 'Dashboard', to: '/dashboard' }, { label: 'Tagihan' }]} link={Link} />
      ),
    },
    {
      component: 'card',
      draw: () => (
        <Card as="div">
          <CardTitle as="p">Ananda Putri</CardTitle>
          <p>SD kelas 1</p>
        </Card>
      ),
    },
    { component: 'tabs', draw: () => <TwoTabs /> },
    {
      component: 'data-table',
      draw: () => (
        <DataTable
          caption="Pendaftar"
          rows={ROWS}
          rowKey={(row) => row.id}
          columns={[
            { key: 'name', header: 'Nama', rowHeader: true, render: (row) => row.name },
            { key: 'level', header: 'Jenjang', render: (row) => <StatusTag>{row.level}</StatusTag> },
            { key: 'fee', header: 'Biaya', numeric: true, render: (row) => row.fee },
          ]}
        />
      ),
    },
    {
      component: 'link-rows',
      draw: () => (
        <LinkRows>
          <LinkRow>
            <ProgressRing filled={7} total={14} label="7 dari 14 isian terisi" />
            <div>
              <Link to="/galeri">Lengkapi data ibu</Link>
              <p>7 isian lagi</p>
            </div>
          </LinkRow>
          <LinkRow>
            <div>
              <Link to="/galeri">Unggah bukti bayar</Link>
            </div>
            <StatusTag tone="attention">Belum Bayar</StatusTag>
          </LinkRow>
        </LinkRows>
      ),
    },
    {
      component: 'summary-list',
      draw: () => (
        <SummaryList
          rows={[
            { label: 'Nama panggilan', value: 'Putri' },
            { label: 'NISN', value: null },
          ]}
        />
      ),
    },
    {
      component: 'timeline',
      draw: () => (
        <Timeline
          label="Riwayat tahapan"
          entries={[
            { key: 'daftar', title: 'Terdaftar', children: <span>17 Agustus 2026</span> },
            { key: 'observasi', title: 'Observasi Dijadwalkan', children: <span>28 November 2026</span> },
          ]}
        />
      ),
    },
    {
      component: 'dialog',
      draw: () => (
        <Opened label="Buka dialog">
          {(close) => (
            <Dialog title="Contoh dialog" onClose={close}>
              <p>Isi dialog.</p>
            </Dialog>
          )}
        </Opened>
      ),
    },
    {
      component: 'alert-dialog',
      draw: () => (
        <Opened label="Buka konfirmasi">
          {(close) => (
            <AlertDialog title="Hapus data anak" confirmLabel="Hapus" onConfirm={close} onCancel={close}>
              <p>Apakah Anda yakin?</p>
            </AlertDialog>
          )}
        </Opened>
      ),
    },
    {
      component: 'drawer',
      draw: () => (
        <Opened label="Buka laci">
          {(close) => (
            <Drawer label="Laci contoh" isOpen onClose={close}>
              <p>Isi laci.</p>
            </Drawer>
          )}
        </Opened>
      ),
    },
  ],
};
