import { LIFE, type SchemaClasses, words } from '@gerbang/service-kit/data/data-classes';

/** The classes of columns about the school; the names in them are those of staff. */
export const SCHOOL_DATA_CLASSES: SchemaClasses = {
  document_types: {
    plain: words(
      `id key label help purpose jenjang classes required needed_by gate blocks_from max_files accepts facts
       expires_months position retired_at version told_version ${LIFE}`,
    ),
  },
  seat_pools: {
    plain: words(
      `id academic_year jenjang kelas seats offer_limit taken answer_days auto_offer offers_until criteria list_max
       version event_version ${LIFE} deleted_at`,
    ),
  },
  waitlist_numberings: { plain: words('pool_id event_id waiting') },
  observation_slots: {
    plain: words(
      `id academic_year jenjang starts_at ends_at place place_key capacity booked opens_at closes_at instructions published
       cancelled_at cancel_reason sequence told_at told_after version ${LIFE}`,
    ),
  },
  slot_assessors: { personal: words('name'), plain: words('slot_id user_id starts_at ends_at live') },
  academic_years: {
    personal: words('opened_by_name closed_by_name'),
    plain: words(`id label state starts_on opened_at opened_by_id closed_at closed_by_id version ${LIFE}`),
  },
  year_closings: {
    personal: words('asked_by_name agreed_by_name'),
    plain: words(
      `id academic_year work status unpaid accepted asked_at asked_by_id asked_by_role agreed_at agreed_by_id agreed_by_role
       step after total done deleted invited ended withdrawn kept finished_at ${LIFE}`,
    ),
  },
  rubrics: {
    personal: words('confirmed_by_name created_by_name'),
    plain: words(
      `id jenjang version_no title items status flagged_words confirmed_by_id created_by_id activated_at version ${LIFE}`,
    ),
  },
  admission_waves: {
    personal: words('fee_typed_by_name fee_confirmed_by_name'),
    plain: words(
      `id academic_year jenjang name opens_at closes_at applicants_max fee_override fee_typed_by_id fee_typed_by_role
       fee_confirmed_by_id fee_confirmed_by_role payment_period note cancelled_at version ${LIFE}`,
    ),
  },
  school_days_off: {
    personal: words('created_by_name'),
    plain: words('id day name kind source created_by_id created_at'),
  },
  school_day_suggestions: { plain: words('day name kind created_at') },
  school_versions: {
    personal: words('edited_by activated_by_name'),
    plain: words(
      `id version settings status based_on money_changed note active_from start_blocked_at activated_by_id activated_by_role activated_at
       retired_at row_version ${LIFE}`,
    ),
  },
  provinces: { plain: words('code name') },
  regencies: { plain: words('code province_code name') },
  districts: { plain: words('code regency_code name') },
  villages: { plain: words('code district_code name') },
};
