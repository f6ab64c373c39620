import { Dialog } from '@gerbang/ui/dialog';
import { Text } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import type { FactorChanges } from './factors.api.ts';
import { addingCopy as copy, factorsCopy } from './factors.copy.ts';

const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, copy.nameRequired), z.maxLength(60, 'Paling banyak 60 karakter')),
});

/** Why the browser made no passkey, in words; null for a failure of the call. */
function refusalOf(error: Error): string | null {
  if (error.name === 'InvalidStateError') return copy.passkeyKnown;
  return error instanceof DOMException ? copy.passkeyImpossible : null;
}

/** Names a passkey and has this device make it. */
export function PasskeyDialog({
  device,
  change,
  onDone,
  onClose,
}: {
  /** The name that is offered. */
  device: string;
  change: FactorChanges['addPasskey'];
  /** Recovery codes that come with it; none with a further factor. */
  onDone: (codes: readonly string[], text: string) => void;
  onClose: () => void;
}) {
  const form = useTextForm(schema, { name: device });
  const [cancelled, setCancelled] = useState(false);
  const send = ({ name }: { name: string }) => {
    if (change.isPending) return;
    setCancelled(false);
    change.mutate(name, {
      onSuccess: (added) => {
        if (!added) {
          setCancelled(true);
          return;
        }
        onDone(added.recovery_codes, factorsCopy.passkeyAdded(added.name));
      },
      onError: (error) => {
        const refusal = refusalOf(error);
        toastFailure(copy.passkeyFailed, refusal ?? error);
        form.fail(refusal === null ? error : new Error(refusal));
      },
    });
  };
  return (
    <Dialog title={copy.passkeyTitle} dismissable={false} onClose={onClose}>
      <Text role="status">{cancelled ? copy.passkeyCancelled : copy.passkeyLead}</Text>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(send)}
        actions={
          <FormActions
            label={copy.passkeySend}
            pending={change.isPending}
            pendingLabel={copy.passkeyPending}
            onCancel={onClose}
          />
        }
      >
        <TextField
          {...form.field('name')}
          label={copy.name}
          hint={copy.nameHint}
          maxLength={60}
          autoComplete="off"
        />
      </FormFrame>
    </Dialog>
  );
}
