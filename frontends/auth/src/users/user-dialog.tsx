import type { User } from '@gerbang/contracts/accounts.types';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { PasswordField } from '@gerbang/ui/password-field';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { useTextForm } from '@gerbang/web-kit/text-form';
import { fixedRoleReason, rolesOffered } from './user-actions.ts';
import { creationOf, updateOf, valuesOf, type UserValues } from './user-form.ts';
import type { UserChanges } from './users.api.ts';
import { userDialogCopy as copy, usersCopy } from './users.copy.ts';
import { createUserSchema, updateUserSchema } from './users.schema.ts';

interface UserDialogProps {
  readonly actor: User;
  /** Whom to change; null = a new user. */
  readonly target: User | null;
  readonly activeAdmins: number;
  readonly changes: UserChanges;
  readonly onClose: () => void;
}

/** Adds or changes a user (accounts §2; decisions, Accounts). What was typed stays when the server refuses. */
export function UserDialog({ actor, target, activeAdmins, changes, onClose }: UserDialogProps) {
  const self = target?.id === actor.id;
  const form = useTextForm(
    target === null ? createUserSchema : updateUserSchema(Boolean(target.name?.trim())),
    valuesOf(target),
  );
  const client = useQueryClient();
  const pending = target === null ? changes.create.isPending : changes.update.isPending;
  const fixed = target === null ? null : fixedRoleReason(actor, target, activeAdmins);
  const roles = rolesOffered(actor, target, activeAdmins);

  const settled = (done: string, failed: string) => ({
    onSuccess: () => {
      toast(usersCopy.success, done);
      if (self) void client.invalidateQueries({ queryKey: ['user'] });
      onClose();
    },
    onError: (error: Error) => {
      form.fail(error);
      toastFailure(failed, error);
    },
  });
  const send = (values: UserValues) => {
    if (pending) return;
    if (target === null) {
      changes.create.mutate(creationOf(values), settled(usersCopy.created, usersCopy.createFailed));
    } else {
      const change = { id: target.id, body: updateOf(target, values) };
      changes.update.mutate(change, settled(usersCopy.updated, usersCopy.updateFailed));
    }
  };

  return (
    <Dialog
      title={target === null ? copy.addTitle : copy.editTitle}
      isOpen
      dismissable={false}
      onClose={() => (pending ? undefined : onClose())}
    >
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(send)}
        actions={
          <DialogActions>
            <Button variant="secondary" onClick={() => (pending ? undefined : onClose())}>
              {copy.cancel}
            </Button>
            <Button type="submit" pending={pending} pendingLabel={copy.pending}>
              {target === null ? copy.create : copy.save}
            </Button>
          </DialogActions>
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
