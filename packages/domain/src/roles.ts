/** The eight roles and their labels. */
export const ROLES = [
  'wali_murid',
  'cs',
  'finance',
  'staff_pendidikan',
  'staff_tu',
  'manager_pendidikan',
  'admin',
  'it',
] as const;

export type Role = (typeof ROLES)[number];

export const STAFF_ROLES = ROLES.filter((role) => role !== 'wali_murid');

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  wali_murid: 'Wali Murid',
  cs: 'Customer Service',
  finance: 'Finance',
  staff_pendidikan: 'Staff Pendidikan',
  staff_tu: 'Staff TU',
  manager_pendidikan: 'Kepala Sekolah',
  admin: 'Administrator',
  it: 'IT Support',
};

/** The roles as our own sentences, histories and documents name them; `ROLE_LABELS` is how accounts show theirs. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  wali_murid: 'Wali Murid',
  cs: 'CS',
  finance: 'Keuangan',
  staff_pendidikan: 'Staf Pendidikan',
  staff_tu: 'Staf TU',
  manager_pendidikan: 'Kepala Sekolah',
  admin: 'Administrator',
  it: 'IT',
};

/** Who may stand in a history: a person's role, or a job or a provider, which is no role to log in with. */
export const ACTOR_ROLES = [...ROLES, 'system'] as const;
export type ActorRole = (typeof ACTOR_ROLES)[number];
export const ACTOR_WORDS: Readonly<Record<ActorRole, string>> = { ...ROLE_WORDS, system: 'Sistem' };

/** `Siti (CS)` of a history, or `CS` without a name; a role that is none stays as it is. */
export function actorText({ name, role }: { readonly name: string | null; readonly role: string }): string {
  const word = Object.hasOwn(ACTOR_WORDS, role) ? ACTOR_WORDS[role as ActorRole] : role;
  return name ? `${name} (${word})` : word;
}

/** 'Keuangan atau Administrator': any of these roles, as a sentence names them. */
export function roleNames(roles: readonly Role[]): string {
  return new Intl.ListFormat('id', { type: 'disjunction' }).format(roles.map((role) => ROLE_WORDS[role]));
}

/** Whether a text is one of the roles; for values that come from outside. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
