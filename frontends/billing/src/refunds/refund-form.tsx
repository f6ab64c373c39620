import { Alert } from '@gerbang/ui/banner';
import { Stack, Text } from '@gerbang/ui/layout';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { type ReactNode, useRef } from 'react';
import { actCopy as copy } from './refunds.copy.ts';

/** The form of a dialog about a refund. The focus goes to the first field with a problem; what was typed stays. */
export function RefundForm({
  lead,
  save,
  unsaved,
  act: { pending, refusal },
  busy = false,
  onSend,
  children,
  onClose,
}: {
  lead?: string;
  /** Label of the button. */
  save: string;
  unsaved: boolean;
  act: { readonly pending: boolean; readonly refusal: string | null };
  /** Whether a file is still on its way. */
  busy?: boolean;
  /** Sends what was typed; false while something is missing or wrong. */
  onSend: () => boolean;
  children: ReactNode;
  onClose: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={form}
      method="post"
      noValidate
      data-unsaved={unsaved ? '' : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (pending || busy || onSend()) return;
        // The problems are drawn first.
        requestAnimationFrame(() =>
          form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
        );
      }}
    >
      <Stack>
        {lead === undefined ? null : <Text>{lead}</Text>}
        {children}
        <Alert>{refusal}</Alert>
        <FormActions label={save} pending={pending || busy} pendingLabel={copy.pending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
