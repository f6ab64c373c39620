import { type ComponentProps, useState } from 'react';
import type { ChildRow } from '@gerbang/contracts/children';
import type { Registration } from '@gerbang/contracts/registrations';
import type { SchoolConfig } from '@gerbang/contracts/school';
import { HOW_KNOW_SCHOOL, HOW_KNOW_SCHOOL_LABELS, UNIFORM_SIZES } from '@gerbang/domain/registration-options';
import { suggestedLevel } from '@gerbang/domain/level-ages';
import { isFrozen } from '@gerbang/domain/registrations';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { DialogActions } from '@gerbang/ui/dialog';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { ApiError } from '@gerbang/web-kit/api/client';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { DraftOffer } from '@gerbang/web-kit/forms/draft-offer.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { SchoolText } from '@gerbang/web-kit/page/school-text.tsx';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useFormDraft } from '@gerbang/web-kit/forms/use-form-draft';
import { styled } from 'styled-components';
import {
  asOptions,
  changeOf,
  creationOf,
  KEPT_FIELDS,
  registrationRules,
  valuesOf,
  type RegistrationValues,
} from './registration-values.ts';
import { useWaveOf } from '../waves/wave-note.tsx';
import { useRegistrationChanges } from './registrations.api.ts';
import { registrationFormCopy as copy, registrationsCopy } from './registrations.copy.ts';
import { TargetFields } from './target-fields.tsx';

const Section = styled.fieldset`
  display: grid;
  gap: 20px;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    padding: 0;
    margin-block-end: 12px;
    font-size: 1.125rem;
    font-weight: 650;
  }
`;

/** The form of a registration; the classes depend on the level, and frozen fields cannot be changed. */
export function RegistrationForm({
  school,
  registration,
  options,
  childId,
  onCreated,
  onReload,
  onClose,
}: {
  school: SchoolConfig;
  registration: Registration | null;
  options: readonly ChildRow[];
  /** The child that is registered in the step after it was saved; level and class begin with what fits its age. */
  childId: string | undefined;
  onCreated: ((registration: Registration) => void) | undefined;
  onReload: () => void;
  onClose: () => void;
}) {
  const child = options.length === 1 ? options[0] : options.find(({ id }) => id === childId);
  const firstYear = school.academic_years[0] ?? '';
  const offered = school.levels.filter((one) => one.offered);
  const suggested =
    child && child.id === childId ? suggestedLevel(offered, child.birth_date, firstYear) : null;
  const form = useTextForm(registrationRules(school), {
    ...valuesOf(registration, child?.id ?? '', firstYear),
    ...suggested,
  });
  const { draft, resume } = useFormDraft(form, {
    name: `registration-${registration?.id ?? 'new'}`,
    keep: KEPT_FIELDS,
  });
  const changes = useRegistrationChanges();
  const keyOf = useRepeatKey();
  const [stale, setStale] = useState(false);
  const pending = changes.create.isPending || changes.update.isPending;
  const frozen = registration !== null && isFrozen(registration);
  const locked = registration?.locked ?? false;
  const fixed = frozen || locked;
  const { wave, refresh } = useWaveOf(form.value('academic_year'), form.value('jenjang'));

  const settled = (done: string, failed: string) => ({
    onSuccess: (stored: Registration) => {
      draft.forget();
      toast(registrationsCopy.success, done);
      onClose();
      if (registration === null) onCreated?.(stored);
    },
    onError: (error: Error) => {
      const isStale = error instanceof ApiError && error.body?.code === 'stale';
      setStale(isStale);
      if (error instanceof ApiError && error.status === 409) refresh();
      if (!isStale) form.fail(error);
      toastFailure(failed, error);
    },
  });
  const send = (values: RegistrationValues) => {
    if (pending || locked) return;
    if (registration === null) {
      const body = creationOf(values);
      changes.create.mutate(
        { body, key: keyOf(body) },
        settled(registrationsCopy.created, registrationsCopy.createFailed),
      );
    } else {
      changes.update.mutate(
        { of: registration, body: changeOf(registration, values) },
        settled(registrationsCopy.updated, registrationsCopy.updateFailed),
      );
    }
  };
  const text = (name: keyof RegistrationValues, props: Omit<ComponentProps<typeof TextField>, 'name'>) => (
    <TextField {...form.field(name)} {...props} optional autoComplete="off" />
  );

  return (
    <FormFrame
      form={form}
      kept="draft"
      onSubmit={form.onSubmit(send)}
      actions={
        <DialogActions>
          <Button variant="secondary" onClick={() => (pending ? undefined : onClose())}>
            {locked ? copy.close : copy.cancel}
          </Button>
          {locked ? null : (
            <Button type="submit" pending={pending} pendingLabel={copy.pending}>
              {registration === null ? copy.create : copy.save}
            </Button>
          )}
        </DialogActions>
      }
    >
      {stale ? (
        <Banner tone="attention" role="alert">
          <p>{copy.stale}</p>
          <Button
            small
            variant="secondary"
            onClick={() => {
              setStale(false);
              onReload();
            }}
          >
            {copy.reload}
          </Button>
        </Banner>
      ) : null}
      {locked ? <Banner tone="info">{copy.locked}</Banner> : null}
      {frozen && !locked ? <Banner tone="info">{copy.frozen}</Banner> : null}
      {locked ? null : <DraftOffer draft={draft} onResume={resume} />}
      {registration === null ? <SchoolText text={school.texts.registration_note} /> : null}
      <Section disabled={fixed}>
        <legend>{copy.targetSection}</legend>
        <TargetFields
          form={form}
          school={school}
          options={options}
          suggested={suggested?.jenjang ?? null}
          present={registration}
          wave={wave}
          fixed={fixed}
        />
      </Section>
      <Section disabled={locked}>
        <legend>{copy.schoolSection}</legend>
        {text('previous_school', { label: copy.previousSchool })}
        {text('previous_grade', { label: copy.previousGrade })}
        {text('nisn', { label: copy.nisn, hint: copy.nisnHint, inputMode: 'numeric', maxLength: 10 })}
      </Section>
      <Section disabled={locked}>
        <legend>{copy.moreSection}</legend>
        <Select
          {...form.field('how_know_school')}
          label={copy.howKnow}
          optional
          placeholder={copy.choose}
          options={HOW_KNOW_SCHOOL.map((value) => ({ value, label: HOW_KNOW_SCHOOL_LABELS[value] }))}
        />
        <Select
          {...form.field('uniform_size')}
          label={copy.uniform}
          optional
          placeholder={copy.choose}
          options={asOptions(UNIFORM_SIZES)}
        />
        {text('sibling_name', { label: copy.sibling })}
        {text('collective_student_name', { label: copy.collective, hint: copy.collectiveHint })}
        <TextArea
          {...form.field('information')}
          label={copy.information}
          hint={copy.informationHint}
          optional
          maxLength={2000}
        />
      </Section>
    </FormFrame>
  );
}
