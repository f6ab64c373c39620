import type { CreateUserBody, UpdateUserBody, User } from '@gerbang/contracts/users';
import { TEMPORARY_PASSWORD_MIN } from '@gerbang/domain/passwords';
import { isRole, type Role, ROLE_LABELS, ROLES } from '@gerbang/domain/roles';
import { grantableRoles, isDeciding, refuseChange } from '@gerbang/domain/users';
import { Dialog } from '@gerbang/ui/dialog';
import { PasswordField } from '@gerbang/ui/password-field';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { formatPhone } from '@gerbang/web-kit/page/format';
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import type { UserChanges } from './users.api.ts';
import { userDialogCopy as copy, usersCopy } from './users.copy.ts';
import { EmailField, PhoneField } from '../forms/fields.tsx';
import { emailRule, nameRule, passwordRule, phoneRule } from '../forms/rules.ts';

const USER_FIELDS = { name: '', email: '', role: '', contact_phone: '', password: '' };
type UserValues = typeof USER_FIELDS;

/** The roles that the form offers: those that the actor may grant, and the present role of a user. */
function rolesOffered(actor: User, target: User | null, activeAdmins: number): readonly Role[] {
  const grantable = grantableRoles(actor, ROLES);
  if (target === null) return grantable;
  return ROLES.filter(
    (role) =>
      role === target.role ||
      (grantable.includes(role) && refuseChange(actor, target, role, activeAdmins) === null),
  );
}

/** Why the role of the target cannot change; null if it can. */
function fixedRoleReason(actor: User, target: User, activeAdmins: number): string | null {
  const other: Role = target.role === 'wali_murid' ? 'cs' : 'wali_murid';
  return refuseChange(actor, target, other, activeAdmins)?.message ?? null;
}

/** The initial values of the form. */
function valuesOf(user: User | null): UserValues {
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
function creationOf(values: UserValues): CreateUserBody {
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
function updateOf(user: User, values: UserValues): UpdateUserBody {
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
const createUserSchema = z.object({
  name: nameRule(),
  email: emailRule('Format email tidak valid'),
  role: role(),
  contact_phone: optional(phoneRule()),
  password: temporaryPassword(),
});

/** A changed user: a name cannot be removed, and an empty password changes nothing. */
function updateUserSchema(hasName: boolean) {
  return z.object({
    name: hasName ? nameRule() : z.union([empty(), nameRule()]),
    email: emailRule('Format email tidak valid'),
    role: role(),
    contact_phone: optional(phoneRule()),
    password: optional(temporaryPassword()),
  });
}

interface UserDialogProps {
  readonly actor: User;
  /** The user to change; null = a new one. */
  readonly target: User | null;
  readonly activeAdmins: number;
  readonly changes: UserChanges;
  /** The change is asked for and waits for a second person. */
  readonly onWaits: (text: string) => void;
  readonly onClose: () => void;
}

/** Adds or changes a user. What was typed stays when the server refuses. */
export function UserDialog({ actor, target, activeAdmins, changes, onWaits, onClose }: UserDialogProps) {
  const self = target?.id === actor.id;
  const isProved = target !== null && target.contact_phone !== null && target.phone_verified;
  const form = useTextForm(
    target === null ? createUserSchema : updateUserSchema(Boolean(target.name?.trim())),
    valuesOf(target),
  );
  const client = useQueryClient();
  const fixed = target === null ? null : fixedRoleReason(actor, target, activeAdmins);
  const roles = rolesOffered(actor, target, activeAdmins);

  const outcome = {
    onClose: () => {
      if (self) void client.invalidateQueries({ queryKey: ['user'] });
      onClose();
    },
    onFailure: form.fail,
  };
  const create = useDecision(changes.create, {
    ...outcome,
    done: [usersCopy.success, usersCopy.created],
    failed: usersCopy.createFailed,
  });
  const update = useDecision(changes.update, {
    ...outcome,
    done: (changed) =>
      'waits' in changed ? [usersCopy.waiting, changed.waits] : [usersCopy.success, usersCopy.updated],
    onDone: (changed) => {
      if ('waits' in changed) onWaits(changed.waits);
    },
    failed: usersCopy.updateFailed,
  });
  const { pending } = target === null ? create : update;
  const send = (values: UserValues) =>
    target === null
      ? create.send(creationOf(values))
      : update.send({ id: target.id, body: updateOf(target, values) });
  const leave = () => (pending ? undefined : onClose());

  return (
    <Dialog title={target === null ? copy.addTitle : copy.editTitle} dismissable={false} onClose={leave}>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(send)}
        actions={
          <FormActions
            label={target === null ? copy.create : copy.save}
            pending={pending}
            pendingLabel={copy.pending}
            onCancel={leave}
          />
        }
      >
        <TextField {...form.field('name')} label={copy.name} autoComplete="off" />
        <EmailField {...form.field('email')} label={copy.email} autoComplete="off" />
        <Select
          {...form.field('role')}
          label={copy.role}
          hint={fixed ?? (target === null ? undefined : copy.roleChangeHint)}
          options={roles.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
        />
        <PhoneField
          {...form.field('contact_phone')}
          label={copy.phone}
          hint={isProved ? copy.phoneProvedHint : copy.phoneHint}
          readOnly={isProved}
          optional
          autoComplete="off"
        />
        {self ? null : (
          <PasswordField
            {...form.field('password')}
            label={target === null ? copy.password : copy.newPassword}
            hint={
              target === null
                ? copy.passwordHint
                : `${copy.newPasswordHint}${isDeciding(target.role) ? ` ${copy.secondPersonHint}` : ''}`
            }
            optional={target !== null}
            autoComplete="new-password"
          />
        )}
      </FormFrame>
    </Dialog>
  );
}
