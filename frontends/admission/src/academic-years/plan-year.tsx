import { isSchoolYear } from '@gerbang/domain/academic-years';
import { Dialog } from '@gerbang/ui/dialog';
import { TextField } from '@gerbang/ui/text-field';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { z } from '@gerbang/web-kit/forms/form';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useYearChanges } from './years.api.ts';
import { planCopy as copy, yearsCopy } from './years.copy.ts';

const rules = z.object({ label: z.string().check(z.trim(), z.refine(isSchoolYear, copy.wrong)) });

/** Plans a year; what was typed stays after a refusal. */
export function PlanYear({ suggested, onClose }: { suggested: string; onClose: () => void }) {
  const form = useTextForm(rules, { label: suggested });
  const { send, pending } = useDecision(useYearChanges().plan, {
    done: copy.saved,
    failed: copy.failed,
    onClose,
    onFailure: form.fail,
  });
  return (
    <Dialog title={copy.title} dismissable={false} onClose={onClose}>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(({ label }) => send(label))}
        actions={
          <FormActions
            label={copy.save}
            pending={pending}
            pendingLabel={yearsCopy.pending}
            onCancel={onClose}
          />
        }
      >
        <TextField
          {...form.field('label')}
          label={copy.label}
          hint={copy.hint}
          maxLength={9}
          inputMode="numeric"
          autoComplete="off"
        />
      </FormFrame>
    </Dialog>
  );
}
