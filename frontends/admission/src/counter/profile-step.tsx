import type { CounterCard } from '@gerbang/contracts/counter';
import { FormSection } from '@gerbang/ui/form-section';
import { TextField } from '@gerbang/ui/text-field';
import { RegionFields } from '@gerbang/web-kit/family/region-fields.tsx';
import { ADDRESS_RULES, phoneOrEmpty, upTo } from '@gerbang/web-kit/family/rules';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { DraftOffer } from '@gerbang/web-kit/forms/draft-offer.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { useFormDraft } from '@gerbang/web-kit/forms/use-form-draft';
import { formatPhone } from '@gerbang/web-kit/page/format';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { counterCopy as copy } from './counter.copy.ts';
import { FormButtons } from './form-buttons.tsx';
import type { StepProps } from './counter.api.ts';

const schema = z.object({
  father_name: upTo(100),
  father_phone: phoneOrEmpty(),
  mother_name: upTo(100),
  mother_phone: phoneOrEmpty(),
  contact_phone: phoneOrEmpty(),
  ...ADDRESS_RULES,
});
type Field = keyof z.output<typeof schema>;
const FIELDS = Object.keys(schema.shape) as Field[];
const PHONES: readonly Field[] = ['father_phone', 'mother_phone', 'contact_phone'];

const valuesOf = (profile: CounterCard['profile']) =>
  Object.fromEntries(
    FIELDS.map((name) => {
      const value = profile[name];
      return [name, value && PHONES.includes(name) ? formatPhone(value) : (value ?? '')];
    }),
  ) as Record<Field, string>;

/** Names, numbers and address of the family; only what was changed is sent. */
export function ProfileStep({ family, changes: { profile }, onChange }: StepProps) {
  const form = useFamilyForm(schema, valuesOf(family.profile));
  const { draft, resume } = useFormDraft(form, { name: `counter-profile-${family.user_id}`, keep: FIELDS });
  const send = () => {
    if (profile.isPending || form.changed.length === 0) return;
    const body = Object.fromEntries(form.changed.map((name) => [name, form.values[name]]));
    profile.mutate(body, {
      onSuccess: (saved) => {
        draft.forget();
        form.saved(valuesOf(saved));
        onChange({ ...family, profile: saved });
        toast(copy.saved, copy.profileSaved);
      },
      onError: (error) => {
        form.fail(error);
        toastFailure(copy.saveFailed, error);
      },
    });
  };
  const line = (name: Extract<Field, keyof typeof copy.fields>) => (
    <TextField
      {...form.field(name)}
      label={copy.fields[name]}
      optional
      autoComplete="off"
      {...(PHONES.includes(name)
        ? ({ type: 'tel', inputMode: 'tel', placeholder: copy.phonePlaceholder } as const)
        : { maxLength: 100 })}
    />
  );
  return (
    <FormSection title={copy.steps.family}>
      <FormFrame
        form={form}
        kept="draft"
        onSubmit={form.onSubmit(send)}
        actions={<FormButtons send={profile} words={[copy.save, copy.saving]} />}
      >
        <DraftOffer draft={draft} onResume={resume} />
        {line('father_name')}
        {line('father_phone')}
        {line('mother_name')}
        {line('mother_phone')}
        {line('contact_phone')}
        <RegionFields form={form} />
      </FormFrame>
    </FormSection>
  );
}
