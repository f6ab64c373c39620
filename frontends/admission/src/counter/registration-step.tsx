import type { SchoolConfig } from '@gerbang/contracts/school';
import { suggestedLevel } from '@gerbang/domain/level-ages';
import { Button } from '@gerbang/ui/button';
import { FormSection } from '@gerbang/ui/form-section';
import { Quiet, Row } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { ApiError } from '@gerbang/web-kit/api/client';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { DraftOffer } from '@gerbang/web-kit/forms/draft-offer.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useFormDraft } from '@gerbang/web-kit/forms/use-form-draft';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import {
  creationOf,
  KEPT_FIELDS,
  registrationRules,
  type RegistrationValues,
  valuesOf,
} from '../registrations/registration-values.ts';
import { registrationFormCopy, registrationsCopy } from '../registrations/registrations.copy.ts';
import { useSchool } from '@gerbang/web-kit/api/school';
import { TargetFields } from '../registrations/target-fields.tsx';
import { useWaveOf } from '../waves/wave-note.tsx';
import { counterCopy as copy } from './counter.copy.ts';
import { FormButtons } from './form-buttons.tsx';
import type { StepProps } from './counter.api.ts';

/** Registers a child; level and class begin with what fits its age. */
export function RegistrationStep(step: StepProps) {
  const school = useSchool();
  const { children, registrations } = step.family;
  const registered = new Set(registrations.map(({ child_id }) => child_id));
  const next = children.find(({ id }) => !registered.has(id)) ?? null;
  const [asked, setAsked] = useState(false);
  const child = next ?? (asked ? (children[0] ?? null) : null);
  return (
    <FormSection title={copy.steps.registration}>
      {children.length === 0 ? <Quiet>{copy.needsChild}</Quiet> : null}
      {children.length > 0 && child === null ? (
        <Row>
          <Button variant="secondary" onClick={() => setAsked(true)}>
            {copy.addRegistration}
          </Button>
        </Row>
      ) : null}
      {child && school.data ? (
        <RegistrationForm
          key={`${child.id} ${registrations.length}`}
          {...step}
          school={school.data}
          child={child}
          onDone={() => setAsked(false)}
        />
      ) : null}
      {child && !school.data ? (
        <Loading
          of={school}
          lines={4}
          label={registrationsCopy.loading}
          failed={registrationsCopy.loadFailed}
        />
      ) : null}
    </FormSection>
  );
}

function RegistrationForm({
  family,
  changes: { register },
  onChange,
  school,
  child,
  onDone,
}: StepProps & {
  school: SchoolConfig;
  child: StepProps['family']['children'][number];
  onDone: () => void;
}) {
  const [year = ''] = school.academic_years;
  const offered = school.levels.filter((one) => one.offered);
  const form = useTextForm(registrationRules(school), {
    ...valuesOf(null, child.id, year),
    ...suggestedLevel(offered, child.birth_date, year),
  });
  const { draft, resume } = useFormDraft(form, {
    name: `counter-registration-${child.id}`,
    keep: KEPT_FIELDS,
  });
  const keyOf = useRepeatKey();
  const { wave, refresh } = useWaveOf(form.value('academic_year'), form.value('jenjang'));
  const send = (values: RegistrationValues) => {
    if (register.isPending) return;
    const body = creationOf(values);
    register.mutate(
      { key: keyOf(body), body },
      {
        onSuccess: (saved) => {
          draft.forget();
          onChange({ ...family, registrations: [...family.registrations, saved] });
          toast(copy.saved, copy.registrationSaved);
          onDone();
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status === 409) refresh();
          form.fail(error);
          toastFailure(copy.saveFailed, error);
        },
      },
    );
  };
  return (
    <FormFrame
      form={form}
      kept="draft"
      onSubmit={form.onSubmit(send)}
      actions={<FormButtons send={register} words={[copy.addRegistration, copy.saving]} />}
    >
      <DraftOffer draft={draft} onResume={resume} />
      <TargetFields form={form} school={school} options={family.children} wave={wave} />
      <TextField
        {...form.field('previous_school')}
        label={registrationFormCopy.previousSchool}
        optional
        autoComplete="off"
        maxLength={150}
      />
    </FormFrame>
  );
}
