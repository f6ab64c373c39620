import { KIT_CLASSES, LIFE, type SchemaClasses, words } from '@gerbang/service-kit/data/data-classes';

/** The data class of each column of this service. Nothing is sealed: no personal number comes to this service. */
export const DATA_CLASSES: SchemaClasses = {
  ...KIT_CLASSES,
  accounts: { personal: words('name phone'), plain: words('id role active version') },
  registrations: {
    personal: words('parent_name'),
    specific: words('child_name child_nick_name child_gender current_stage payment_status'),
    plain: words('id version deleted user_id child_id registration_number jenjang kelas academic_year'),
  },
  announcements: {
    personal: words(
      'title content review_notes created_by_name reviewed_by_name published_by_name examined_outside_by_name',
    ),
    plain: words(
      `id observation_period jenjang status created_by_id created_by_role edited_by reviewed_by_id reviewed_by_role published_by_id
       published_by_role submitted_at reviewed_at published_at passed_count failed_count skipped_count waitlisted_count told applied examined_outside_at
       examined_outside_by_id examined_outside_by_role version corrects_id first_published_at ${LIFE}`,
    ),
  },
  seat_pools: { plain: words('id version academic_year jenjang kelas free') },
  // `id` is the registration's.
  observation_summaries: {
    specific: words('average spread recommendations'),
    plain: words('id version sheets'),
  },
  school: { plain: words('id version settings received_at') },
  announcement_results: {
    personal: words('checked_by_name'),
    specific: words('result individual_note skip_reason'),
    plain: words(
      'id announcement_id registration_id child_id live skipped_at published_at created_at checked_at checked_by_id checked_by_role corrected_at corrected_by',
    ),
  },
  result_corrections: {
    personal: words('notes reason over_reason asked_by_name decided_by_name'),
    specific: words('from_result result'),
    plain: words(
      'id announcement_id registration_id status asked_by_id asked_by_role asked_at decided_by_id decided_by_role decided_at version',
    ),
  },
};
