import type { RegistrationRow } from '@gerbang/contracts/registrations';
import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import { NothingHere } from '@gerbang/web-kit/page/nothing-here.tsx';
import { hasInvoices, locksFamilyData } from '@gerbang/domain/enrollment-confirmations';
import { Card } from '@gerbang/ui/card';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { EmptyState } from '@gerbang/ui/empty-state';
import { CellNote, FamilyScroll, Stack, TagLines } from '@gerbang/ui/layout';
import { SearchBox } from '@gerbang/ui/search-box';
import { StatusTag } from '@gerbang/ui/status-tag';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useAccepted } from './confirmation.api.ts';
import { useOwnConfirmations } from '../billing.api.ts';
import { ConfirmationTag, invoicesCopy } from '../invoices/invoice-parts.tsx';

/** Texts of /enrollment. */
const copy = {
  search: 'Cari nama anak atau jenjang...',
  searchLabel: 'Cari murid yang diterima menurut nama anak atau jenjang',
  caption: 'Murid yang diterima',
  columns: {
    child: 'Nama anak',
    jenjang: 'Jenjang',
    kelas: 'Kelas',
    confirmation: 'Status daftar ulang',
    payment: 'Status pembayaran',
    accepted: 'Diterima tanggal',
    action: 'Aksi',
  },
  none: '-',
  confirm: 'Konfirmasi Daftar Ulang',
  detail: 'Lihat Detail',
  actionOn: (action: string, child: string) => `${action}: ${child}`,
  outstanding: (amount: string) => `Sisa ${amount}`,
  empty: 'Belum ada murid yang diterima untuk dikonfirmasi daftar ulang.',
  emptyText: 'Setelah hasil observasi diumumkan, anak yang diterima muncul di sini.',
  toRegistrations: 'Lihat pendaftaran',
  noMatch: 'Tidak ada hasil yang sesuai dengan pencarian.',
  loading: 'Memuat data...',
  loadFailed: 'Data daftar ulang tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
} as const;

const Action = styled(LinkButton)`
  && {
    min-height: 44px;
  }
  @media (min-width: 640px) {
    white-space: nowrap;
  }
`;

/** An accepted child and what became of its re-enrolment. */
interface Accepted {
  readonly registration: RegistrationRow;
  readonly confirmation: Confirmation | null;
}

function Payment({ confirmation }: { confirmation: Confirmation | null }) {
  if (confirmation === null || !hasInvoices(confirmation)) return <StatusTag>{invoicesCopy.none}</StatusTag>;
  const left = confirmation.payment_summary?.outstanding_balance ?? null;
  if (left === 0) return <StatusTag tone="success">{invoicesCopy.paidUp}</StatusTag>;
  return (
    <TagLines>
      <StatusTag tone="info">{invoicesCopy.available}</StatusTag>
      {left === null ? null : copy.outstanding(formatRupiah(left))}
    </TagLines>
  );
}

/** Where the action leads: the detail once the school works on it, else the form. */
function actionOf({ registration, confirmation }: Accepted) {
  if (confirmation && locksFamilyData(confirmation.status)) {
    return { label: copy.detail, to: `/enrollment-confirmation-detail/${confirmation.id}`, open: false };
  }
  const open = confirmation === null || confirmation.status === 'declined';
  return { label: copy.confirm, to: `/enrollment-confirmation/${registration.id}`, open };
}

/** The accepted children as a table, as cards on phones. */
function EnrollmentTable({ rows }: { rows: readonly Accepted[] }) {
  const columns: readonly Column<Accepted>[] = titled(copy.columns, [
    {
      key: 'child',
      rowHeader: true,
      render: ({ registration: { child } }) => (
        <span>
          {child.full_name}
          {child.nick_name ? <CellNote>{child.nick_name}</CellNote> : null}
        </span>
      ),
    },
    { key: 'jenjang', render: ({ registration }) => levelLabel(registration.jenjang) },
    { key: 'kelas', render: ({ registration }) => registration.kelas ?? copy.none },
    {
      key: 'confirmation',
      render: ({ confirmation }) => <ConfirmationTag status={confirmation?.status ?? null} viewer="parent" />,
    },
    { key: 'payment', render: ({ confirmation }) => <Payment confirmation={confirmation} /> },
    {
      key: 'accepted',
      render: ({ registration: { accepted_at: at } }) => (at ? formatDateShort(at) : copy.none),
    },
    {
      key: 'action',
      actions: true,
      render: (row) => {
        const { label, to, open } = actionOf(row);
        return (
          <Action
            to={to}
            $small
            $variant={open ? 'primary' : 'secondary'}
            aria-label={copy.actionOn(label, row.registration.child.full_name)}
          >
            {label}
          </Action>
        );
      },
    },
  ]);
  return (
    <DataTable
      caption={copy.caption}
      columns={columns}
      rows={rows}
      rowKey={({ registration }) => registration.id}
    />
  );
}

/** Whether a row has the typed text in its child's names or its level. */
function matches({ registration }: Accepted, search: string): boolean {
  const { child, jenjang, kelas } = registration;
  return [child.full_name, child.nick_name ?? '', `${levelLabel(jenjang)} ${kelas ?? ''}`].some((text) =>
    text.toLocaleLowerCase('id-ID').includes(search.toLocaleLowerCase('id-ID')),
  );
}

/** /enrollment 'Daftar Ulang': the accepted children and how far their re-enrolment is. */
export function EnrollmentPage() {
  const accepted = useAccepted();
  const confirmations = useOwnConfirmations();
  const [search, setSearch] = useState('');

  if (accepted.isError || confirmations.isError || !accepted.data || !confirmations.data) {
    const reads = [accepted, confirmations];
    return <Loading card of={reads} lines={5} row={62} label={copy.loading} failed={copy.loadFailed} />;
  }
  if (accepted.data.length === 0) {
    return (
      <NothingHere
        icon={<GraduationCap size={28} />}
        title={copy.empty}
        to="/registrations"
        toLabel={copy.toRegistrations}
        quiet
      >
        {copy.emptyText}
      </NothingHere>
    );
  }
  const byRegistration = new Map(confirmations.data.map((one) => [one.registration_id, one]));
  const shown = accepted.data
    .map((registration) => ({ registration, confirmation: byRegistration.get(registration.id) ?? null }))
    .filter((row) => matches(row, search));
  return (
    <Stack>
      <SearchBox label={copy.searchLabel} placeholder={copy.search} onSearch={setSearch} />
      {shown.length > 0 ? (
        <FamilyScroll>
          <EnrollmentTable rows={shown} />
        </FamilyScroll>
      ) : (
        <Card as="div" role="status">
          <EmptyState picture="no-result" title={copy.noMatch} />
        </Card>
      )}
    </Stack>
  );
}
