import { ROLES, STAFF_ROLES, type Role } from './roles.ts';

/** The abilities of each role, whatever the state of the object; whether an action is possible now is another rule. */
const TABLE = {
  'users.list': ['finance', 'admin', 'it'],
  'users.manage': ['admin', 'it'],
  'factors.clear': ['admin'],
  'number_requests.open': ['cs', 'admin'],
  'number_requests.decide': ['admin'],
  'password.change': ROLES,
  // Ways to show a list, kept by name; shared ones are for the owner's role.
  'list_views.own': STAFF_ROLES,
  'family.own': ['wali_murid'],
  // One person decides whether a family's data is erased.
  'erasure.decide': ['admin'],
  'regions.read': ROLES,
  'registrations.own': ['wali_murid'],
  'registrations.monitor': STAFF_ROLES,
  'registrations.verify_fee': ['finance', 'admin', 'it'],
  'families.read': ['cs', 'finance', 'staff_tu', 'admin'],
  // At the counter, for a family that stands there.
  'counter.write': ['cs', 'staff_tu', 'admin'],
  // Lists from elsewhere: who reads one in, takes it back, and marks its fees as paid.
  'imports.write': ['staff_tu', 'admin'],
  'imports.page': ['finance', 'staff_tu', 'admin'],
  'imports.undo': ['admin'],
  'imports.settle': ['finance', 'admin'],
  'registrations.move_stage': ['cs', 'staff_pendidikan', 'admin', 'it'],
  'slots.read': ['cs', 'staff_pendidikan', 'staff_tu', 'manager_pendidikan', 'admin'],
  'slots.write': ['cs', 'staff_pendidikan', 'admin'],
  // The head confirms a rubric whose words point to a forbidden test.
  'rubrics.write': ['staff_pendidikan', 'manager_pendidikan', 'admin'],
  'rubrics.activate': ['manager_pendidikan', 'admin'],
  'rubrics.confirm_words': ['manager_pendidikan'],
  // Sheets about children; their figures are read by the same roles.
  'scores.own': ['staff_pendidikan', 'manager_pendidikan', 'admin'],
  'scores.reopen': ['manager_pendidikan'],
  'calendar.own': ['cs', 'staff_pendidikan', 'manager_pendidikan', 'admin'],
  'check_ins.correct': ['staff_pendidikan', 'admin'],
  'registrations.prove_on_behalf': ['cs', 'admin'],
  'registrations.export_personal': ['finance', 'admin', 'it'],
  'announcements.read': ['cs', 'staff_pendidikan', 'manager_pendidikan', 'admin', 'it'],
  'announcements.write': ['cs', 'staff_pendidikan', 'admin', 'it'],
  'announcements.submit': ['cs', 'staff_pendidikan', 'admin'],
  'announcements.review': ['manager_pendidikan', 'admin'],
  'announcements.publish': ['manager_pendidikan', 'admin'],
  'result_corrections.ask': ['cs', 'staff_pendidikan', 'manager_pendidikan', 'admin'],
  'announcements.delivery': ['cs', 'staff_pendidikan', 'manager_pendidikan', 'admin', 'it'],
  'results.own': ['wali_murid'],
  'audit.read': ['admin', 'it'],
  'school.read': STAFF_ROLES,
  // Finance changes the money part, it the others.
  'school.edit': ['finance', 'admin', 'it'],
  'school.activate': ['finance', 'manager_pendidikan', 'admin'],
  'school.cancel': ['finance', 'manager_pendidikan', 'admin'],
  'school.history': ['finance', 'manager_pendidikan', 'admin', 'it'],
  'school.port': ['admin', 'it'],
  'school.import': ['admin'],
  'school.logo': ['admin', 'it'],
  'days_off.write': ['cs', 'staff_pendidikan', 'admin'],
  // Which fields a role corrects is a rule of corrections.
  'corrections.read': STAFF_ROLES,
  'corrections.write': ['cs', 'staff_pendidikan', 'staff_tu', 'admin'],
  // The results of others; another person approves each.
  'results.correct': ['cs', 'staff_pendidikan', 'manager_pendidikan', 'admin'],
  'correction_requests.read': ['cs', 'staff_pendidikan', 'staff_tu', 'manager_pendidikan', 'admin'],
  'correction_requests.answer': ['cs', 'staff_tu', 'admin'],
  // For a family that asks the school to take its registration back.
  'withdrawals.write': ['cs', 'admin'],
  // A family that leaves after its re-enrolment was processed asks; the head of the school agrees or refuses.
  'withdrawals.read': STAFF_ROLES,
  'withdrawals.decide': ['manager_pendidikan', 'admin'],
  // The school years; the set-up of the school names open ones, too.
  'years.read': STAFF_ROLES,
  'years.write': ['manager_pendidikan', 'admin'],
  // Pupils for the national register.
  'dapodik.hand_over': ['staff_tu', 'admin'],
  'waves.write': ['cs', 'staff_pendidikan', 'manager_pendidikan', 'admin'],
  'waves.delete': ['manager_pendidikan', 'admin'],
  'waves.confirm_fee': ['finance', 'admin'],
  'messages.watch': ['cs', 'admin', 'it'],
  // A family's number in clear, and that it was called.
  'families.call': ['cs', 'admin'],
  // How messages, logins and backups do; the alerts of the same are the operator's.
  'operations.read': ['admin', 'it'],
  'message_templates.read': ['cs', 'manager_pendidikan', 'admin', 'it'],
  'proofs.upload': ['wali_murid', 'cs', 'finance', 'admin', 'it'],
  'enrollment.own': ['wali_murid'],
  'enrollment.monitor': STAFF_ROLES,
  'enrollment.decide': STAFF_ROLES,
  'enrollment.reopen': ['manager_pendidikan', 'admin'],
  'schemes.create': ['finance', 'manager_pendidikan', 'admin', 'it'],
  'invoices.own': ['wali_murid'],
  'invoices.read': ['finance', 'manager_pendidikan', 'admin', 'it'],
  // Payments of invoices, and the buttons of the detail screen; the head of the school only reads.
  'invoices.manage': ['finance', 'admin', 'it'],
  // Notes at the counter, without a bank that saw them.
  'invoices.take_cash': ['finance', 'admin'],
  // The drawer at the counter: who looks, who holds one, who signs another's.
  'drawers.read': ['finance', 'manager_pendidikan', 'admin', 'it'],
  'drawers.hold': ['finance', 'admin'],
  'drawers.sign': ['finance', 'manager_pendidikan', 'admin'],
  'due_dates.change': ['finance', 'admin'],
  'schemes.change': ['finance', 'manager_pendidikan', 'admin'],
  'documents.read': ['cs', 'staff_pendidikan', 'staff_tu', 'manager_pendidikan', 'admin'],
  'documents.review': ['cs', 'staff_tu', 'admin'],
  'documents.upload': ['wali_murid', 'cs', 'staff_tu', 'admin'],
  'documents.download': ['staff_tu', 'admin'],
  'document_types.write': ['staff_tu', 'admin'],
  'seats.read': STAFF_ROLES,
  'seats.decide': ['manager_pendidikan', 'admin'],
  'waitlist.read': ['cs', 'staff_pendidikan', 'staff_tu', 'manager_pendidikan', 'admin'],
  'offers.make': ['cs', 'staff_pendidikan', 'manager_pendidikan', 'admin'],
  'priorities.confirm': ['cs', 'manager_pendidikan', 'admin'],
  'bank.read': ['finance', 'manager_pendidikan', 'admin'],
  'bank.book': ['finance', 'admin'],
  'pay_requests.read': ['finance', 'manager_pendidikan', 'admin', 'it'],
  'pay_requests.ask': ['finance', 'admin', 'it'],
  // Changes of booked money that want a second person.
  'money_requests.read': ['finance', 'manager_pendidikan', 'admin', 'it'],
  'money_requests.decide': ['finance', 'manager_pendidikan', 'admin'],
  'payments.reverse': ['finance', 'admin'],
  // Money that goes back to families; a second person agrees to it.
  'refunds.read': ['finance', 'manager_pendidikan', 'admin', 'it'],
  'refunds.write': ['finance', 'admin'],
  'refunds.approve': ['manager_pendidikan', 'admin'],
  'refunds.handle': ['finance', 'manager_pendidikan', 'admin'],
  'proof_alerts.decide': ['finance', 'admin'],
  // Schemes, invoices and payments: staff of any family's, parents of their own by the query.
  'billing.read': ['wali_murid', 'finance', 'manager_pendidikan', 'admin', 'it'],
  'papers.read': ['finance', 'manager_pendidikan', 'admin'],
  'papers.revoke': ['manager_pendidikan', 'admin'],
  // A family's own by the query.
  'papers.fee_receipt': ['wali_murid', 'finance', 'admin'],
  'papers.letter': ['wali_murid', 'finance', 'staff_tu', 'manager_pendidikan', 'admin'],
  'reports.admission': STAFF_ROLES,
  'reports.cash': ['finance', 'manager_pendidikan', 'admin', 'it'],
  'reports.arrears': ['finance', 'manager_pendidikan', 'admin'],
  'reports.work': ['manager_pendidikan', 'admin', 'it'],
  'reports.messages': ['cs', 'manager_pendidikan', 'admin', 'it'],
} as const satisfies Record<string, readonly Role[]>;

export type Ability = keyof typeof TABLE;

/** Whether the role has the ability. */
export function can(role: Role, ability: Ability): boolean {
  return (TABLE[ability] as readonly Role[]).includes(role);
}

/** The roles that have the ability, for contracts and the navigation. */
export function rolesWith(ability: Ability): readonly Role[] {
  return TABLE[ability];
}
