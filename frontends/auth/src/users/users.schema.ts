import { TEMPORARY_PASSWORD_MIN } from '@gerbang/domain/passwords';
import { z } from '@gerbang/web-kit/form';
import { emailRule, nameRule, passwordRule, phoneRule } from '../forms/rules.ts';

const empty = () => z.string().check(z.trim(), z.maxLength(0));

/** The rule, or nothing typed; the message is the rule's own (the last one that a union tried). */
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

/** A new user with a temporary password of 6 or more (accounts §5; decisions, Accounts). */
export const createUserSchema = z.object({
  name: nameRule(),
  email: emailRule('Format email tidak valid'),
  role: role(),
  contact_phone: optional(phoneRule()),
  password: temporaryPassword(),
});

/** A changed user: a name that is there stays there, an empty password changes nothing (accounts §5). */
export function updateUserSchema(hasName: boolean) {
  return z.object({
    name: hasName ? nameRule() : z.union([empty(), nameRule()]),
    email: emailRule('Format email tidak valid'),
    role: role(),
    contact_phone: optional(phoneRule()),
    password: optional(temporaryPassword()),
  });
}
