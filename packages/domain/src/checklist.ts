import {
  type DocumentGate,
  type DocumentMoment,
  type DocumentStatus,
  isDocumentComplete,
} from './child-documents.ts';
import { dayText } from './date-text.ts';
import { jakartaDay } from './jakarta-time.ts';
import type { PaymentStatus } from './registration-payments.ts';

/** The kinds of what a family does for a registration, in the order of the list. */
export const CHECKLIST_KINDS = ['data', 'fee', 'phone', 'document', 'slot', 'seat', 'confirmation'] as const;
export type ChecklistKind = (typeof CHECKLIST_KINDS)[number];

export const CHECKLIST_STATUSES = ['todo', 'waiting', 'done'] as const;
export type ChecklistStatus = (typeof CHECKLIST_STATUSES)[number];

/** A document that is asked for the registration. */
export interface ChecklistDocument {
  readonly key: string;
  readonly label: string;
  readonly help: string;
  readonly purpose: string;
  readonly required: boolean;
  readonly needed_by: DocumentMoment;
  readonly gate: DocumentGate;
  readonly status: DocumentStatus;
  readonly approved_version: number | null;
  /** Why it was returned, in words. */
  readonly reason: string | null;
  /** When its newest version was sent, ISO. */
  readonly sent_at: string | null;
  readonly can_upload: boolean;
}

/** What the list is derived from. `slot` and `seat` are missing where the school does not use them. */
export interface ChecklistFacts {
  readonly registration_id: string;
  readonly child_id: string;
  /** Whether the registration goes on: not after a rejection. */
  readonly live: boolean;
  /** Whether these parts of the data are complete. */
  readonly data: { readonly child: boolean; readonly parents: boolean; readonly address: boolean };
  /** `amount` null = the school asks for exact amounts, and only the page of the payment names the sum. */
  readonly fee: { readonly status: PaymentStatus; readonly amount: number | null };
  readonly phone: { readonly given: boolean; readonly verified: boolean };
  readonly documents: readonly ChecklistDocument[];
  /** `at` in words: day and time. */
  readonly slot?: {
    readonly status: 'open' | 'booked' | 'attended';
    readonly at: string | null;
    readonly link: string;
  };
  /** `until` in words: the day by which the offer is answered; null = without a deadline. */
  readonly seat?: {
    readonly status: 'waiting' | 'offered' | 'accepted' | 'releasing';
    readonly place: number | null;
    readonly until: string | null;
    readonly link: string;
  };
  readonly confirmation: {
    /** Whether the child was accepted. */
    readonly offered: boolean;
    readonly status: 'none' | 'sent' | 'declined' | 'processed';
  };
}

/** One thing to do, wait for, or done. */
export interface ChecklistItem {
  readonly kind: ChecklistKind;
  /** Unique in the list. */
  readonly key: string;
  readonly label: string;
  /** What to do or what it waits for; the label where it is done. */
  readonly text: string;
  readonly status: ChecklistStatus;
  /** Whether it can be done now: there is no confirmation before an offer. */
  readonly open: boolean;
  readonly required: boolean;
  readonly link: string;
  readonly document: ChecklistDocument | null;
}

export interface Checklist {
  /** Of the required items, 0–100. */
  readonly percent: number;
  readonly next: ChecklistItem | null;
  readonly items: readonly ChecklistItem[];
}

type Row = Pick<ChecklistItem, 'kind' | 'label' | 'status' | 'link'> &
  Partial<Pick<ChecklistItem, 'key' | 'open' | 'required' | 'document'>> & {
    readonly todo: string;
    readonly waiting?: string;
  };

const PAY_FEE = 'Bayar biaya pendaftaran';
const rupiah = (amount: number) => `Rp ${String(amount).replace(/\B(?=(?:\d{3})+$)/gu, '.')}`;
const doneIf = (done: boolean, waits = false): ChecklistStatus =>
  done ? 'done' : waits ? 'waiting' : 'todo';

function toItem({ key, todo, waiting, ...row }: Row, live: boolean): ChecklistItem {
  const texts: Readonly<Record<ChecklistStatus, string>> = {
    todo,
    waiting: waiting ?? todo,
    done: row.label,
  };
  return {
    required: true,
    document: null,
    ...row,
    key: key ?? row.kind,
    text: texts[row.status],
    open: live && row.status === 'todo' && (row.open ?? true),
  };
}

function documentRow(document: ChecklistDocument, childId: string): Row {
  const { key, label, status, reason, sent_at } = document;
  const since = sent_at === null ? '' : ` sejak ${dayText(jakartaDay(new Date(sent_at)))}`;
  return {
    kind: 'document',
    key: `document:${key}`,
    label,
    todo: status === 'returned' ? `Kirim ulang ${label}${reason ? `: ${reason}` : ''}` : `Kirim ${label}`,
    waiting: `Menunggu diperiksa${since}`,
    status: doneIf(isDocumentComplete(document), status === 'uploaded'),
    open: document.can_upload,
    required: document.required,
    link: `/children/${childId}/dokumen`,
    document,
  };
}

const dataRow = (part: string, words: string, done: boolean, link: string): Row => ({
  kind: 'data',
  key: `data:${part}`,
  label: words.charAt(0).toUpperCase() + words.slice(1),
  todo: `Lengkapi ${words}`,
  status: doneIf(done),
  link,
});

const dataRows = ({ data }: Pick<ChecklistFacts, 'data'>): Row[] => [
  dataRow('child', 'data anak', data.child, '/children'),
  dataRow('parents', 'data orang tua', data.parents, '/profile'),
  dataRow('address', 'data alamat', data.address, '/profile?bagian=alamat'),
];

const feeRow = ({ fee, registration_id }: Pick<ChecklistFacts, 'fee' | 'registration_id'>): Row => ({
  kind: 'fee',
  label: 'Biaya pendaftaran',
  todo: fee.amount === null ? PAY_FEE : `${PAY_FEE} ${rupiah(fee.amount)}`,
  waiting: 'Bukti sedang diperiksa',
  status: doneIf(fee.status === 'verified', fee.status === 'paid'),
  link: `/registrations/${registration_id}/bayar`,
});

const phoneRow = ({ phone }: Pick<ChecklistFacts, 'phone'>): Row => ({
  kind: 'phone',
  label: 'Nomor WhatsApp',
  todo: 'Verifikasi nomor WhatsApp',
  status: doneIf(phone.verified),
  open: phone.given,
  link: '/profile?bagian=kontak',
});

const documentRows = ({ documents, child_id }: Pick<ChecklistFacts, 'documents' | 'child_id'>): Row[] =>
  documents.map((document) => documentRow(document, child_id));

function rowsOf(facts: ChecklistFacts): Row[] {
  const { registration_id: id, fee, slot, seat, confirmation } = facts;
  return [
    ...dataRows(facts),
    feeRow(facts),
    phoneRow(facts),
    ...documentRows(facts),
    ...(slot
      ? [
          {
            kind: 'slot' as const,
            label: 'Jadwal observasi',
            todo: 'Pilih jadwal observasi',
            waiting: `Observasi ${slot.at ?? ''}`.trim(),
            status: doneIf(slot.status === 'attended', slot.status === 'booked'),
            open: fee.status === 'verified',
            link: slot.link,
          },
        ]
      : []),
    ...(seat
      ? [
          {
            kind: 'seat' as const,
            label: 'Kursi',
            todo: seat.until === null ? 'Jawab tawaran kursi' : `Jawab tawaran kursi sampai ${seat.until}`,
            waiting:
              seat.status === 'releasing'
                ? 'Kursi sedang dilepas'
                : `Urutan ${seat.place ?? ''} di daftar tunggu`,
            status: doneIf(seat.status === 'accepted', seat.status !== 'offered'),
            link: seat.link,
          },
        ]
      : []),
    {
      kind: 'confirmation',
      label: 'Konfirmasi daftar ulang',
      todo: 'Isi konfirmasi daftar ulang',
      waiting: 'Daftar ulang sedang ditinjau',
      status: doneIf(confirmation.status === 'processed', confirmation.status === 'sent'),
      open: confirmation.offered && (seat === undefined || seat.status === 'accepted'),
      link: `/enrollment-confirmation/${id}`,
    },
  ];
}

/**
 * Everything that a family does for a registration, in one list for its pages, for staff and for reminders. `next` is the
 * first that can be done now; a document that is not required and was never sent is no step.
 */
export function checklistOf(facts: ChecklistFacts): Checklist {
  const items = rowsOf(facts).map((row) => toItem(row, facts.live));
  const required = items.filter((item) => item.required);
  const done = required.filter(({ status }) => status === 'done').length;
  return {
    percent: Math.floor((100 * done) / required.length),
    next: items.find(({ open, ...item }) => open && isAsked(item)) ?? null,
    items,
  };
}

/** Whether the school waits for it: required, or sent once and returned. */
export const isAsked = ({ required, document }: Pick<ChecklistItem, 'required' | 'document'>): boolean =>
  required || document?.status === 'returned';

/** The next step in words without figures and reasons, for a message that can be read on a locked screen. */
export function nextWords(next: ChecklistItem | null): string {
  if (next === null) return 'tunggu kabar dari kami';
  const { kind, text, document } = next;
  if (kind === 'fee') return PAY_FEE;
  if (kind === 'seat') return 'Jawab tawaran kursi';
  if (document?.status === 'returned') return `Kirim ulang ${document.label}`;
  return text;
}

const todoOf = (rows: readonly Row[], live: boolean): ChecklistItem[] =>
  rows.map((row) => toItem(row, live)).filter((item) => item.open && isAsked(item));

/** What a family does now about its data, also before it registers a child. */
export const familyTodo = (facts: Pick<ChecklistFacts, 'data' | 'phone'>): ChecklistItem[] =>
  todoOf([...dataRows(facts), phoneRow(facts)], true);

/** What it does now about the fee and the documents of a registration. */
export const registrationTodo = (
  facts: Pick<ChecklistFacts, 'registration_id' | 'child_id' | 'live' | 'fee' | 'documents'>,
): ChecklistItem[] => todoOf([feeRow(facts), ...documentRows(facts)], facts.live);
