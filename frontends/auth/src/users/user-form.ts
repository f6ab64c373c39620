import type { CreateUserBody, UpdateUserBody, User } from '@gerbang/contracts/accounts.types';
import { TEMPORARY_PASSWORD_MIN } from '@gerbang/domain/passwords';
import { isRole } from '@gerbang/domain/roles';
import { z } from '@gerbang/web-kit/form';
import { formatPhone } from '@gerbang/web-kit/format';
import { emailRule, nameRule, passwordRule, phoneRule } from '../forms/rules.ts';

export const USER_FIELDS = { name: '', email: '', role: '', contact_phone: '', password: '' };
export type UserValues = typeof USER_FIELDS;

/** The initial values of the form. */
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

/** The body of a new user, with a phone if one was typed. */
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

/** The body of a change: e-mail, name and role always; phone and password only if they change. */
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

const empty = () => z.string().check(z.trim(), z.maxLength(0));

/** The rule, or nothing typed; a union would report the message of its last rule instead. */
function optional(rule: z.ZodMiniString<string>) {
  return z.string().check((payload) => {
    if (payload.value.trim() === '') return;
    const checked = z.safeParse(rule, payload.value);
    for (const issue of checked.error?.issues ?? []) {
      payload.issues.push({ code: 'custom', message: issue.message, input: payload.value });
    }
  });
}

const role = () => z.string().check(z.minLength(1, 'Peran harus dipilih'));
const temporaryPassword = () => passwordRule(TEMPORARY_PASSWORD_MIN, 'Password minimal 6 karakter');

/** A new user with a temporary password of 6 or more. */
export const createUserSchema = z.object({
  name: nameRule(),
  email: emailRule('Format email tidak valid'),
  role: role(),
  contact_phone: optional(phoneRule()),
  password: temporaryPassword(),
});

/** A changed user: a name cannot be removed, and an empty password changes nothing. */
export function updateUserSchema(hasName: boolean) {
  return z.object({
    name: hasName ? nameRule() : z.union([empty(), nameRule()]),
    email: emailRule('Format email tidak valid'),
    role: role(),
    contact_phone: optional(phoneRule()),
    password: optional(temporaryPassword()),
  });
}
