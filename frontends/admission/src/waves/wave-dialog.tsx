import type { SchoolConfig } from '@gerbang/contracts/school';
import type { StaffWave } from '@gerbang/contracts/waves';
import { waveDays } from '@gerbang/domain/day-limits';
import type { Jenjang } from '@gerbang/domain/levels';
import { waveTitle } from '@gerbang/domain/waves';
import { DateField } from '@gerbang/ui/date-field';
import { Dialog } from '@gerbang/ui/dialog';
import { MoneyField } from '@gerbang/ui/money-field';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import { styled } from 'styled-components';
import { bodyOf, valuesOf, waveRules, type WaveValues } from './wave-values.ts';
import { useWaveChanges } from './waves.api.ts';
import { waveFormCopy as copy } from './waves.copy.ts';

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(136px, 40%);
  align-items: start;
  gap: 12px;
`;

/** The server's fields by the form's: a moment is two fields there. */
const FORM_FIELDS: Readonly<Record<string, keyof WaveValues>> = {
  opens_at: 'opens_day',
  closes_at: 'closes_day',
};

function renamed(error: unknown): unknown {
  const issues = (error as { body?: { issues?: { path: string; message: string }[] } }).body?.issues;
  for (const issue of issues ?? []) issue.path = FORM_FIELDS[issue.path] ?? issue.path;
  return error;
}

/** Adds a wave to a year, or changes one. */
export function WaveDialog({
  wave,
  year,
  school,
  onClose,
}: {
  /** Null = a new one. */
  wave: StaffWave | null;
  year: string;
  school: SchoolConfig;
  onClose: () => void;
}) {
  const form = useTextForm(waveRules, valuesOf(wave));
  const [days] = useState(() => waveDays(new Date()));
  const { create, update } = useWaveChanges();
  const pending = create.isPending || update.isPending;
  const settled = {
    onSuccess: (saved: StaffWave) => {
      toast(copy.saved, `${waveTitle(saved.name)}, ${levelLabel(saved.jenjang)}`);
      onClose();
    },
    onError: (error: Error) => {
      form.fail(renamed(error));
      toastFailure(copy.failed, error);
    },
  };
  const send = (values: WaveValues) => {
    if (pending) return;
    const body = bodyOf(values);
    if (wave) update.mutate({ id: wave.id, body: { ...body, version: wave.version } }, settled);
    else create.mutate({ academic_year: year, jenjang: values.jenjang as Jenjang, ...body }, settled);
  };
  return (
    <Dialog title={wave ? copy.editTitle : copy.addTitle} dismissable={false} onClose={onClose}>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(send)}
        actions={<FormActions label={copy.save} pending={pending} onCancel={onClose} />}
      >
        {wave ? (
          <TextField label={copy.jenjang} value={levelLabel(wave.jenjang)} readOnly />
        ) : (
          <Select
            {...form.field('jenjang')}
            label={copy.jenjang}
            placeholder={copy.chooseJenjang}
            options={school.levels
              .filter(({ offered }) => offered)
              .map(({ jenjang, label }) => ({ value: jenjang, label }))}
          />
        )}
        <TextField {...form.field('name')} label={copy.name} hint={copy.nameHint} autoComplete="off" />
        <Pair>
          <DateField {...form.choice('opens_day')} label={copy.opensDay} limits={days} />
          <TextField {...form.field('opens_time')} label={copy.opensTime} type="time" />
        </Pair>
        <Pair>
          <DateField {...form.choice('closes_day')} label={copy.closesDay} limits={days} />
          <TextField {...form.field('closes_time')} label={copy.closesTime} type="time" />
        </Pair>
        <TextField
          {...form.field('applicants_max')}
          label={copy.most}
          hint={copy.mostHint}
          optional
          inputMode="numeric"
          autoComplete="off"
        />
        <MoneyField {...form.money('fee_override')} label={copy.fee} hint={copy.feeHint} optional />
        <Select
          {...form.field('payment_period')}
          label={copy.period}
          hint={copy.periodHint}
          optional
          placeholder={copy.noPeriod}
          options={school.payment_periods.map((period) => ({ value: period, label: period }))}
        />
        <TextArea {...form.field('note')} label={copy.note} optional maxLength={300} />
      </FormFrame>
    </Dialog>
  );
}
