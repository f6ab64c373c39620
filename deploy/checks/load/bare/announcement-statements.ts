/** The reads of a parent's first screen, as auth, admission and announcement send them. */
export const READS = {
  user: 'select id, name, email, role, contact_phone, created_at from users where id = $1',
  family: `select to_jsonb(p) as profile, coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'full_name', c.full_name) order by c.created_at, c.id)
      from children c where c.parent_id = p.id and c.deleted_at is null), '[]') as children
    from parents p where p.user_id = $1`,
  registrations: `select r.id, r.child_id, r.registration_number, r.jenjang, r.kelas, r.academic_year, r.current_stage,
      r.enrollment_status, r.payment_amount, r.payment_status, r.payment_evidence_file_id, r.rejection_reason,
      r.payment_verified_at, r.payment_verified_by_name, r.payment_verified_by_role, r.accepted_at, r.locked,
      r.created_at, r.updated_at, r.version, c.full_name as child_full_name, c.nick_name as child_nick_name,
      f.name as evidence_name
    from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
      left join files f on f.id = r.payment_evidence_file_id
    where r.deleted_at is null and p.user_id = $1 order by r.created_at desc, r.id desc`,
  results: `select e.id, e.announcement_id, a.title, a.content, a.observation_period, a.jenjang as announcement_jenjang,
      e.result, e.individual_note, e.published_at, r.child_name, r.child_nick_name, e.registration_id, r.jenjang, r.kelas
    from announcement_results e join registrations r on r.id = e.registration_id
      join announcements a on a.id = e.announcement_id
    where r.user_id = $1 and e.published_at is not null and e.skip_reason is null
    order by e.published_at desc, e.id desc`,
} as const;
