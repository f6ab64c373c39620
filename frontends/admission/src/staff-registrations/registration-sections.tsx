import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { GENDER_LABELS } from '@gerbang/domain/family-options';
import { HOW_KNOW_SCHOOL_LABELS } from '@gerbang/domain/registration-options';
import { PAYMENT_LABELS, settlementText } from '@gerbang/domain/registration-payments';
import { STAFF_STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { ACTOR_WORDS } from '@gerbang/domain/roles';
import { paymentTone, stageTone } from '@gerbang/domain/status-tones';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet } from '@gerbang/ui/layout';
import { MaskedText } from '@gerbang/ui/masked-text';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList, type SummaryRow } from '@gerbang/ui/summary-list';
import { FileView } from '@gerbang/web-kit/files/file-view.tsx';
import {
  familyPhone,
  formatDateLong,
  formatDayText,
  formatMoment,
  formatPhone,
  formatRupiah,
} from '@gerbang/web-kit/page/format';
import type { ReactNode } from 'react';
import { detailCopy } from './registration-detail.copy.ts';

const { fields } = detailCopy;

/** A titled part of the record. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card aria-label={title}>
      <CardTitle as="h3">{title}</CardTitle>
      {children}
    </Card>
  );
}

/** The rows of a part: the record's values, and in place of some of them what is `shown`. */
const rowsOf = <L extends Readonly<Record<string, string>>>(
  labels: L,
  record: { readonly [N in keyof L]: unknown },
  shown: { readonly [N in keyof L]?: ReactNode },
): SummaryRow[] =>
  Object.entries(labels).map(([name, label]) => ({
    label,
    value: name in shown ? shown[name] : (record[name] as ReactNode),
  }));

const masked = (name: string, value: string | null): ReactNode =>
  value === null ? null : <MaskedText name={name} value={value} />;

const isEmpty = ({ value }: SummaryRow) =>
  value === null || value === undefined || value === '' || value === '-';

/** The rows that have a value, and the names of the others folded behind their number. */
function Filled({ rows }: { rows: readonly SummaryRow[] }) {
  const empty = rows.filter(isEmpty);
  return (
    <>
      <SummaryList rows={rows.filter((row) => !isEmpty(row))} />
      {empty.length > 0 ? (
        <details>
          <summary>{detailCopy.notFilled(empty.length)}</summary>
          <p>{empty.map(({ label }) => label).join(', ')}</p>
        </details>
      ) : null}
    </>
  );
}

/** Street and region on one line. */
function addressText(of: StaffRegistration['child'] | StaffRegistration['parent']): string {
  return [of.address, of.kelurahan, of.kecamatan, of.kab_kota, of.provinsi].filter(Boolean).join(', ');
}

export function ChildPart({ child }: { child: StaffRegistration['child'] }) {
  const shown = {
    gender: child.gender && GENDER_LABELS[child.gender],
    birth_date: formatDayText(child.birth_date),
    nik: masked(fields.child.nik, child.nik),
    kk_number: masked(fields.child.kk_number, child.kk_number),
    address: addressText(child),
  };
  return (
    <Part title={detailCopy.child}>
      <Filled rows={rowsOf(fields.child, child, shown)} />
    </Part>
  );
}

export function ParentPart({ parent }: { parent: StaffRegistration['parent'] }) {
  const shown = {
    father_phone: formatPhone(parent.father_phone),
    father_ktp: masked(fields.parent.father_ktp, parent.father_ktp),
    mother_phone: formatPhone(parent.mother_phone),
    mother_ktp: masked(fields.parent.mother_ktp, parent.mother_ktp),
    address: addressText(parent),
    contact_phone: familyPhone(parent),
  };
  const account = parent.name_from_account;
  return (
    <Part title={detailCopy.parent}>
      <Filled
        rows={[
          ...(account ? [{ label: detailCopy.accountName, value: account }] : []),
          ...rowsOf(fields.parent, parent, shown),
        ]}
      />
    </Part>
  );
}

export function RegistrationPart({ registration }: { registration: StaffRegistration }) {
  const { how_know_school: known, current_stage: stage } = registration;
  const shown = {
    how_know_school: known && HOW_KNOW_SCHOOL_LABELS[known],
    current_stage: <StatusTag tone={stageTone(stage, 'staff')}>{STAFF_STAGE_LABELS[stage]}</StatusTag>,
    created_at: formatDateLong(registration.created_at),
  };
  return (
    <Part title={detailCopy.registration}>
      <Filled rows={rowsOf(fields.registration, registration, shown)} />
    </Part>
  );
}

/** The proof of the fee, or why there is none. */
export function FeeProof({ registration }: { registration: StaffRegistration }) {
  const { payment_evidence_url: url, payment_evidence_filename: name, settled_by: settledBy } = registration;
  if (url) return <FileView key={url} url={url} name={name} zoom />;
  return <Quiet>{settledBy ? detailCopy.noProofNeeded : detailCopy.noProof}</Quiet>;
}

/** The payment; proof and actions are beside it. A reason is shown of a rejected one only, the way of one that the bank paid. */
export function PaymentSummary({ registration }: { registration: StaffRegistration }) {
  const {
    payment_status: status,
    payment_verified_at: at,
    verified_by_user: by,
    settled_by: settledBy,
    settled_channel: channel,
    fee_returned: returned,
  } = registration;
  const rows = rowsOf(fields.payment, registration, {
    payment_status: <StatusTag tone={paymentTone(status, 'staff')}>{PAYMENT_LABELS[status]}</StatusTag>,
    payment_amount: formatRupiah(registration.payment_amount),
    payment_verified_at: at && formatMoment(at),
    verified_by_user: by && `${by.name ?? '-'} · ${ACTOR_WORDS[by.role]}`,
  });
  const isShown = ({ label }: SummaryRow) =>
    status === 'rejected' || label !== fields.payment.rejection_reason;
  const way = settledBy ? [{ label: detailCopy.way, value: settlementText(settledBy, channel) }] : [];
  const back = returned ? [{ label: detailCopy.feeReturned, value: formatRupiah(returned) }] : [];
  return <SummaryList rows={[...rows.filter(isShown), ...way, ...back]} />;
}
