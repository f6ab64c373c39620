import type { CreateUserBody, UpdateUserBody, User } from '@gerbang/contracts/accounts.types';
import { isRole } from '@gerbang/domain/roles';
import { formatPhone } from '@gerbang/web-kit/format';

export const USER_FIELDS = { name: '', email: '', role: '', contact_phone: '', password: '' };
export type UserValues = typeof USER_FIELDS;

/** What the form begins with. */
export function valuesOf(user: User | null): UserValues {
  if (user === null) return { ...USER_FIELDS, role: 'wali_murid' };
  return {
    name: user.name ?? '',
    email: user.email,
    role: user.role,
    contact_phone: user.contact_phone === null ? '' : formatPhone(user.contact_phone),
    password: '',
  };
}

function roleOf(text: string) {
  if (!isRole(text)) throw new Error('Peran tidak dikenal');
  return text;
}

/** The body of a new user; the phone only where one was typed. */
export function creationOf(values: UserValues): CreateUserBody {
  const phone = values.contact_phone.trim();
  return {
    email: values.email,
    name: values.name,
    role: roleOf(values.role),
    password: values.password,
    ...(phone === '' ? {} : { contact_phone: phone }),
  };
}

/** The body of a change: e-mail, name, role as the specification has it; phone and password only where they change. */
export function updateOf(user: User, values: UserValues): UpdateUserBody {
  const before = valuesOf(user);
  const name = values.name.trim();
  const phone = values.contact_phone.trim();
  return {
    email: values.email,
    role: roleOf(values.role),
    ...(name === '' ? {} : { name }),
    ...(phone === before.contact_phone ? {} : { contact_phone: phone === '' ? null : phone }),
    ...(values.password === '' ? {} : { password: values.password }),
  };
}
