import type { ContinuationGroup } from '@gerbang/contracts/continuations';
import { deadlines } from '@gerbang/domain/day-limits';
import { DateField } from '@gerbang/ui/date-field';
import { Dialog } from '@gerbang/ui/dialog';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import { messageOf } from '@gerbang/web-kit/api/client';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { z } from '@gerbang/web-kit/forms/form';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { useState } from 'react';
import { useSchool } from '@gerbang/web-kit/api/school';
import { useAskClass, useAskPreview } from './continuations.api.ts';
import { panelCopy as copy } from './continuations.copy.ts';

const rules = z.object({
  to_kelas: z.string(),
  deadline: z.string().check(z.minLength(1, copy.deadlineMissing)),
  fee_percent: z.string().check(z.regex(/^(?:100|\d{1,2})$/u, copy.percentWrong)),
  observation: z.string(),
});

/** Asks the families of a class: until when, at which part of the fee, and whether their children are observed. */
export function AskClass({
  year,
  group,
  onClose,
}: {
  year: string;
  group: ContinuationGroup;
  onClose: () => void;
}) {
  const { jenjang, kelas, to_jenjang, to_kelas, accepted } = group;
  const form = useTextForm(rules, {
    to_kelas: to_kelas ?? '',
    deadline: '',
    fee_percent: '100',
    observation: 'no',
  });
  const { data: school } = useSchool();
  const classes = (school?.levels.find((level) => level.jenjang === to_jenjang)?.classes ?? []).filter(
    (one) => to_jenjang !== jenjang || one !== kelas,
  );
  const [days] = useState(() => deadlines(new Date()));
  const ask = useAskClass(year);
  const [chosen, percent] = [form.value('to_kelas'), form.value('fee_percent')];
  const place = { jenjang, kelas, to_kelas: chosen === '' ? null : chosen };
  const isPercent = rules.shape.fee_percent.safeParse(percent).success;
  const preview = useAskPreview(
    year,
    // Neither the day nor the observation changes who is asked.
    { ...place, deadline: days.last, fee_percent: Number(percent), observation: false },
    isPercent,
  );
  const { send, pending } = useDecision(ask, {
    failed: copy.failed,
    onClose,
    onFailure: form.fail,
    done: ({ asked }) => copy.done(asked),
  });
  return (
    <Dialog
      title={copy.dialog(levelText(jenjang, kelas), levelText(to_jenjang, to_kelas))}
      dismissable={false}
      onClose={onClose}
    >
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(({ deadline, fee_percent, observation }) =>
          send({
            ...place,
            deadline,
            fee_percent: Number(fee_percent),
            observation: observation === 'yes',
          }),
        )}
        actions={
          <FormActions label={copy.send} pending={pending} pendingLabel={copy.sending} onCancel={onClose} />
        }
      >
        <p>{copy.dialogText(accepted)}</p>
        <p role="status">
          {preview.data
            ? copy.preview(preview.data.asked, preview.data.already, formatRupiah(preview.data.fee))
            : preview.error
              ? messageOf(preview.error)
              : copy.counting}
        </p>
        {classes.length > 1 ? (
          <Select
            {...form.field('to_kelas')}
            label={copy.toClass}
            options={classes.map((value) => ({ value, label: levelText(to_jenjang, value) }))}
          />
        ) : null}
        <DateField {...form.choice('deadline')} label={copy.deadline} limits={days} />
        <TextField
          {...form.field('fee_percent')}
          label={copy.percent}
          hint={copy.percentHint}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
        <Select
          {...form.field('observation')}
          label={copy.observation}
          options={[
            { value: 'no', label: copy.notObserved },
            { value: 'yes', label: copy.observed },
          ]}
        />
      </FormFrame>
    </Dialog>
  );
}
