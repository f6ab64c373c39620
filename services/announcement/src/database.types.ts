// Made from the migrated database by `npm run types:database`; not to be edited.
import type { Role } from '@gerbang/domain/roles';

/** A row of each of the service's tables as knex returns it; the kit types its own. */
export interface Tables {
  readonly accounts: {
    readonly id: string;
    readonly name: string | null;
    readonly role: Role;
    readonly phone: string | null;
    readonly active: boolean;
    readonly version: number;
  };
  readonly announcement_results: {
    readonly id: string;
    readonly announcement_id: string;
    readonly registration_id: string;
    readonly child_id: string;
    readonly result: 'passed' | 'failed' | 'waitlisted';
    readonly individual_note: string | null;
    readonly live: boolean;
    readonly skip_reason: 'stage' | 'fee' | 'deleted' | 'seats' | 'level' | null;
    readonly skipped_at: Date | null;
    readonly published_at: Date | null;
    readonly created_at: Date;
    readonly checked_at: Date | null;
    readonly checked_by_id: string | null;
    readonly checked_by_name: string | null;
    readonly checked_by_role: Role | null;
    readonly corrected_at: Date | null;
    readonly corrected_by: string | null;
  };
  readonly announcements: {
    readonly id: string;
    readonly title: string;
    readonly content: string;
    readonly observation_period: string;
    readonly jenjang: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly status: 'draft' | 'pending_review' | 'approved' | 'rejected' | 'published';
    readonly created_by_id: string;
    readonly created_by_name: string | null;
    readonly created_by_role: Role;
    readonly reviewed_by_id: string | null;
    readonly reviewed_by_name: string | null;
    readonly reviewed_by_role: Role | null;
    readonly review_notes: string | null;
    readonly published_by_id: string | null;
    readonly published_by_name: string | null;
    readonly published_by_role: Role | null;
    readonly submitted_at: Date | null;
    readonly reviewed_at: Date | null;
    readonly published_at: Date | null;
    readonly passed_count: number;
    readonly failed_count: number;
    readonly skipped_count: number;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly edited_by: readonly string[];
    readonly told: boolean;
    readonly applied: boolean;
    readonly examined_outside_at: Date | null;
    readonly examined_outside_by_id: string | null;
    readonly examined_outside_by_name: string | null;
    readonly examined_outside_by_role: Role | null;
    readonly waitlisted_count: number;
    readonly corrects_id: string | null;
    readonly first_published_at: Date | null;
  };
  readonly observation_summaries: {
    readonly id: string;
    readonly version: number;
    readonly sheets: number;
    readonly average: number | null;
    readonly spread: number | null;
    readonly recommendations: unknown;
  };
  readonly registrations: {
    readonly id: string;
    readonly version: number;
    readonly deleted: boolean;
    readonly user_id: string;
    readonly child_id: string;
    readonly child_name: string;
    readonly child_nick_name: string | null;
    readonly registration_number: string;
    readonly jenjang: string;
    readonly kelas: string | null;
    readonly academic_year: string;
    readonly current_stage: string;
    readonly payment_status: string;
    readonly child_gender: string | null;
    readonly parent_name: string | null;
  };
  readonly result_corrections: {
    readonly id: string;
    readonly announcement_id: string;
    readonly registration_id: string;
    readonly from_result: 'passed' | 'failed' | 'waitlisted';
    readonly result: 'passed' | 'failed' | 'waitlisted';
    readonly notes: string | null;
    readonly reason: string;
    readonly status: 'waits' | 'published' | 'withdrawn';
    readonly asked_by_id: string;
    readonly asked_by_name: string | null;
    readonly asked_by_role: Role;
    readonly asked_at: Date;
    readonly decided_by_id: string | null;
    readonly decided_by_name: string | null;
    readonly decided_by_role: Role | null;
    readonly decided_at: Date | null;
    readonly over_reason: string | null;
    readonly version: number;
  };
  readonly school: {
    readonly id: boolean;
    readonly version: number;
    readonly settings: unknown;
    readonly received_at: Date;
  };
  readonly seat_pools: {
    readonly id: string;
    readonly version: number;
    readonly academic_year: string;
    readonly jenjang: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly kelas: string | null;
    readonly free: number | null;
  };
}
