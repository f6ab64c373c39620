import type { AdmissionExport } from '@gerbang/contracts/admission-export';
import type { EventPayload } from '@gerbang/contracts/events';
import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import type { Jenjang } from '@gerbang/domain/levels';
import type { PaymentCause, PaymentStatus } from '@gerbang/domain/registration-payments';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Role } from '@gerbang/domain/roles';
import type { Db, Prepared } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

/** A registration that enters a year and level: it is new, or its family changed one of the two. */
export interface Entry {
  readonly kind: 'submit' | 'edit';
  readonly academic_year: string;
  readonly jenjang: Jenjang;
  /** Whether the year and level have waves; true where that is not known yet. */
  readonly in_waves: boolean;
}

/** The terms on which a registration enters. */
export interface Terms {
  readonly wave_id: string;
  readonly wave: string;
  readonly payment_period: string | null;
  readonly fee: number;
}

/** A change of a registration that is there. */
export type Move = { readonly id: string } & (
  | { readonly kind: 'edit'; readonly stage: Stage; readonly fields: readonly string[] }
  | { readonly kind: 'delete'; readonly stage: Stage }
  | {
      readonly kind: 'payment';
      readonly to: PaymentStatus;
      readonly by: PaymentCause;
      /** The proof that counts after it. */
      readonly fileId: string | null;
    }
  | {
      readonly kind: 'stage';
      readonly from: Stage;
      readonly to: Stage;
      readonly by:
        | 'parent'
        | 'family'
        | 'staff'
        | 'presence'
        | 'publication'
        | 'seats'
        | 'correction'
        | 'continuation';
      readonly userId: string;
    }
  | { readonly kind: 'enrollment'; readonly status: EventPayload<'confirmation.changed'>['status'] }
);

type Shown = Pick<
  Tables['registrations'],
  'id' | 'academic_year' | 'jenjang' | 'kelas' | 'payment_evidence_file_id'
>;

/** What features add to the record of a registration as staff read it. */
type StaffDetails = Partial<Pick<StaffRegistration, 'proof_alert' | 'priorities'>>;

/** What a feature adds to registrations and their moves. `C` is the context of the service. */
export interface Feature<C> {
  readonly name: string;
  /**
   * Sets the terms of an entry, or refuses it by throwing; null = the level's own. It runs under the lock of the year's and
   * level's counter, by named statements alone: a submission is the most frequent write.
   */
  readonly enter?: (context: C, run: Prepared, entry: Entry) => Promise<Terms | null>;
  /**
   * Refuses a move by throwing. The registration is locked and nothing is written. It is asked for edits, deletions, fees and
   * stages by family or staff; bank money, published and corrected results, what becomes of seats and lists, and
   * families that leave are facts.
   */
  readonly beforeMove?: (context: C, trx: Db, move: Move) => Promise<void>;
  /** Follows moves that were written, in their transaction. */
  readonly afterMove?: (context: C, trx: Db, moves: readonly Move[]) => Promise<void>;
  /** What it shows of a registration to a member of staff of this role, beside the record itself. */
  readonly staffDetails?: (context: C, db: Db, record: Shown, role: Role) => Promise<StaffDetails>;
  /** What it keeps about a registration, deleted or not, for the export of its family's data. */
  readonly exportRegistration?: (
    context: C,
    db: Knex.Transaction,
    registration: Pick<Tables['registrations'], 'id' | 'wave_id'>,
  ) => Promise<Partial<AdmissionExport['registrations'][number]>>;
  /** What else it keeps about a family, for the same export. */
  readonly exportFamily?: (
    context: C,
    db: Knex.Transaction,
    family: { readonly userId: string; readonly childIds: readonly string[] },
  ) => Promise<Partial<AdmissionExport>>;
  /** Frees what it holds for all registrations of a family whose data is about to end, before any of them is locked. */
  readonly beforeEnd?: (context: C, trx: Db, registrationIds: readonly string[]) => Promise<void>;
  /** Ends what it keeps for locked registrations, before their rows go. */
  readonly endRegistrations?: (context: C, trx: Db, registrationIds: readonly string[]) => Promise<void>;
  /** Ends what it keeps about files, before their rows go. */
  readonly endFiles?: (context: C, trx: Db, fileIds: readonly string[]) => Promise<void>;
}

interface Attached<C> {
  readonly features: readonly Feature<C>[];
}

/** The terms of an entry; null where no feature sets any. */
export async function enter<C extends Attached<C>>(
  context: C,
  run: Prepared,
  entry: Entry,
): Promise<Terms | null> {
  let terms: Terms | null = null;
  for (const feature of context.features) terms = (await feature.enter?.(context, run, entry)) ?? terms;
  return terms;
}

/** Lets the features refuse a move, one after the other. */
export async function beforeMove<C extends Attached<C>>(context: C, trx: Db, move: Move): Promise<void> {
  for (const feature of context.features) await feature.beforeMove?.(context, trx, move);
}

/** Lets the features follow moves that were written, one after the other. */
export async function afterMoves<C extends Attached<C>>(
  context: C,
  trx: Db,
  moves: readonly Move[],
): Promise<void> {
  if (moves.length === 0) return;
  for (const feature of context.features) await feature.afterMove?.(context, trx, moves);
}

/** What the features show staff beside the record of a registration. */
export async function staffDetails<C extends Attached<C>>(
  context: C,
  db: Db,
  record: Shown,
  role: Role,
): Promise<StaffDetails> {
  let shown: StaffDetails = {};
  for (const feature of context.features)
    shown = { ...shown, ...(await feature.staffDetails?.(context, db, record, role)) };
  return shown;
}
