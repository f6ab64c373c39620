import type { Registration, RegistrationChange } from '@gerbang/contracts/registrations';
import { HOW_KNOW_SCHOOL, HOW_KNOW_SCHOOL_LABELS, UNIFORM_SIZES } from '@gerbang/domain/registration-options';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog } from '@gerbang/ui/dialog';
import { SaveBar } from '@gerbang/ui/save-bar';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { upTo } from '@gerbang/web-kit/family/rules';
import { RecordConflict } from '@gerbang/web-kit/family/record-conflict.tsx';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { z } from '@gerbang/web-kit/forms/form';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { levelText } from '@gerbang/web-kit/page/format';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { useDecision, failureText } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { useConfirmationChanges } from './confirmation.api.ts';
import { confirmationCopy as copy } from './confirmation.copy.ts';

/** What a family can still correct; child, level, class and year are frozen since its proof was sent. */
const rules = z.object({
  previous_school: upTo(150),
  previous_grade: upTo(50),
  nisn: z.string().check(z.trim(), z.regex(/^([0-9]{10})?$/u, 'NISN harus 10 digit angka')),
  how_know_school: z.string(),
  uniform_size: z.string(),
  information: upTo(2000),
});
type Values = z.output<typeof rules>;
type Name = keyof Values;
const NAMES = Object.keys(rules.shape) as Name[];
const LABELS: Readonly<Record<Name, string>> = {
  ...copy.registrationFields,
  how_know_school: copy.howKnow,
};

const valuesOf = (registration: Registration) =>
  Object.fromEntries(NAMES.map((name) => [name, registration[name] ?? ''])) as Values;

/** The body of a change: what was changed, an empty field as null. */
const changeOf = (values: Values, names: readonly Name[]): RegistrationChange =>
  Object.fromEntries(names.map((name) => [name, values[name].trim() === '' ? null : values[name].trim()]));

/** Corrects the registration's data before the confirmation. */
export function RegistrationDialog({
  registration,
  onClose,
}: {
  registration: Registration;
  onClose: () => void;
}) {
  const [opened, setOpened] = useState(registration);
  const form = useFamilyForm(rules, valuesOf(registration));
  const { registration: update } = useConfirmationChanges();
  const close = () => (update.isPending ? undefined : onClose());

  const { send } = useDecision(update, {
    done: [copy.success, copy.registrationUpdated],
    failed: copy.failure,
    failureText: (error) => failureText(error, copy.registrationFailed),
    onClose,
    onFailure: (error) => {
      if (staleOf(error) === null) form.fail(error);
    },
  });
  const store = (of: Registration, names: readonly Name[]) =>
    send({ of, body: changeOf(form.values, names) });

  return (
    <Dialog title={copy.editRegistration} dismissable={false} onClose={close}>
      <p>
        {registration.child.full_name} · {levelText(registration.jenjang, registration.kelas)} ·{' '}
        {registration.academic_year}
      </p>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(() => store(opened, form.changed))}
        actions={
          <SaveBar>
            <Button variant="secondary" onClick={close}>
              {copy.cancel}
            </Button>
            <Button type="submit" pending={update.isPending} pendingLabel={copy.saving}>
              {copy.save}
            </Button>
          </SaveBar>
        }
      >
        <Banner tone="info">{copy.frozen}</Banner>
        <TextField
          {...form.field('previous_school')}
          label={LABELS.previous_school}
          optional
          autoComplete="off"
        />
        <TextField
          {...form.field('previous_grade')}
          label={LABELS.previous_grade}
          optional
          autoComplete="off"
        />
        <TextField
          {...form.field('nisn')}
          label={LABELS.nisn}
          hint={copy.nisnHint}
          optional
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
        />
        <Select
          {...form.field('how_know_school')}
          label={LABELS.how_know_school}
          optional
          placeholder={copy.choose}
          options={HOW_KNOW_SCHOOL.map((value) => ({ value, label: HOW_KNOW_SCHOOL_LABELS[value] }))}
        />
        <Select
          {...form.field('uniform_size')}
          label={LABELS.uniform_size}
          optional
          placeholder={copy.choose}
          options={UNIFORM_SIZES.map((value) => ({ value, label: value }))}
        />
        <TextArea
          {...form.field('information')}
          label={LABELS.information}
          hint={copy.informationHint}
          optional
          maxLength={2000}
        />
      </FormFrame>
      <RecordConflict
        error={update.error}
        form={form}
        valuesOf={valuesOf}
        labelOf={(name) => LABELS[name]}
        onTake={setOpened}
        onSave={store}
        onClose={update.reset}
      />
    </Dialog>
  );
}
