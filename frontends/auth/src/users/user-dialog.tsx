import type { User } from '@gerbang/contracts/accounts.types';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { Dialog } from '@gerbang/ui/dialog';
import { PasswordField } from '@gerbang/ui/password-field';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { FormActions } from '@gerbang/web-kit/components/form-actions';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { useTextForm } from '@gerbang/web-kit/text-form';
import { fixedRoleReason, rolesOffered } from './users-table.tsx';
import {
  createUserSchema,
  creationOf,
  updateOf,
  updateUserSchema,
  valuesOf,
  type UserValues,
} from './user-form.ts';
import type { UserChanges } from './users.api.ts';
import { userDialogCopy as copy, usersCopy } from './users.copy.ts';

interface UserDialogProps {
  readonly actor: User;
  /** The user to change; null = a new one. */
  readonly target: User | null;
  readonly activeAdmins: number;
  readonly changes: UserChanges;
  readonly onClose: () => void;
}

/** Adds or changes a user. What was typed stays when the server refuses. */
export function UserDialog({ actor, target, activeAdmins, changes, onClose }: UserDialogProps) {
  const self = target?.id === actor.id;
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
    done: [usersCopy.success, usersCopy.updated],
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
        <TextField
          {...form.field('email')}
          label={copy.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Select
          {...form.field('role')}
          label={copy.role}
          hint={fixed ?? (target === null ? undefined : copy.roleChangeHint)}
          options={roles.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
        />
        <TextField
          {...form.field('contact_phone')}
          label={copy.phone}
          hint={copy.phoneHint}
          optional
          type="tel"
          inputMode="tel"
          autoComplete="off"
        />
        {self ? null : (
          <PasswordField
            {...form.field('password')}
            label={target === null ? copy.password : copy.newPassword}
            hint={target === null ? copy.passwordHint : copy.newPasswordHint}
            optional={target !== null}
            autoComplete="new-password"
          />
        )}
      </FormFrame>
    </Dialog>
  );
}
