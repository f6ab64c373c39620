import { Dialog } from '@gerbang/ui/dialog';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { Rules, Sending } from './type-rules.tsx';
import { bodyFrom, typeSchema, valuesOf } from './type-values.ts';
import { type DocumentType, useSaveType } from './document-types.api.ts';
import { typeFormCopy as copy, typesCopy } from './document-types.copy.ts';

/** A document that the school asks: a new one, or one that is changed. What was typed stays after a refusal. */
export function TypeForm({
  type,
  after,
  onClose,
}: {
  /** Null for a new one. */
  type: DocumentType | null;
  /** The last place in the order. */
  after: number;
  onClose: () => void;
}) {
  const form = useTextForm(typeSchema, valuesOf(type, after));
  const { send, pending } = useDecision(useSaveType(), {
    done: (_type, { body }) => [typesCopy.success, copy.saved(body.label)],
    failed: typesCopy.failed,
    failureText: (error) => refusalText(error, typesCopy.failed),
    onFailure: form.fail,
    onClose,
  });
  return (
    <Dialog title={type ? copy.changeTitle(type.label) : copy.addTitle} dismissable={false} onClose={onClose}>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit((values) =>
          send({ of: type, body: bodyFrom(values), retired: Boolean(type?.retired_at) }),
        )}
        actions={
          <FormActions
            label={copy.save}
            pending={pending}
            pendingLabel={typesCopy.pending}
            onCancel={onClose}
          />
        }
      >
        <TextField {...form.field('label')} label={copy.label} maxLength={60} />
        {type ? null : (
          <TextField
            {...form.field('key')}
            label={copy.key}
            hint={copy.keyHint}
            maxLength={30}
            autoCapitalize="none"
            autoComplete="off"
          />
        )}
        <TextArea {...form.field('purpose')} label={copy.purpose} hint={copy.purposeHint} maxLength={200} />
        <TextArea {...form.field('help')} optional label={copy.help} hint={copy.helpHint} maxLength={200} />
        <Rules form={form} />
        <Sending form={form} />
      </FormFrame>
    </Dialog>
  );
}
