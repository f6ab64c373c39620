import { Row } from '@gerbang/ui/layout';
import { ALIVE_STATUSES, EDUCATION, INCOMES, JOBS } from '@gerbang/domain/family-options';
import { FormSection } from '@gerbang/ui/form-section';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import type { ReactNode } from 'react';
import { DigitsField } from '@gerbang/web-kit/family/digits-field.tsx';
import type { FamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { Button } from '@gerbang/ui/button';
import { StatusTag } from '@gerbang/ui/status-tag';
import type { ProfileField } from './profile-values.ts';
import { ALIVE_LABELS, INCOME_LABELS, profileCopy as copy } from './profile.copy.ts';

/** The stored values with the words that are shown for them. */
const asOptions = <V extends string>(
  values: readonly V[],
  labelOf: (value: V) => string = (value) => value,
) => values.map((value) => ({ value, label: labelOf(value) }));

/** Father or mother. A parent who has died needs no phone, job or income. */
export function PersonSection({
  who,
  form,
  state,
}: {
  who: 'father' | 'mother';
  form: FamilyForm<ProfileField>;
  state: ReactNode;
}) {
  const deceased = form.values[`${who}_alive_status`] === 'MENINGGAL';
  const select = (
    name: 'education' | 'job' | 'income',
    options: ReturnType<typeof asOptions>,
    optional = false,
  ) => (
    <Select
      {...form.field(`${who}_${name}`)}
      label={copy.person[name]}
      optional={optional}
      placeholder={copy.choose}
      options={options}
    />
  );
  const { value: aliveStatus, ...alive } = form.choice(`${who}_alive_status`);
  return (
    <FormSection title={copy.sections[who]} state={state}>
      <TextField {...form.field(`${who}_name`)} label={copy.person.name} autoComplete="off" maxLength={100} />
      <RadioGroup
        id={alive.id}
        error={alive.error}
        name={`${who}_alive_status`}
        label={copy.person.alive_status}
        options={asOptions(ALIVE_STATUSES, (status) => ALIVE_LABELS[status])}
        value={aliveStatus}
        onChange={(event) => alive.onChange(event.target.value)}
      />
      <DigitsField
        field={form.field(`${who}_ktp`)}
        label={copy.person.ktp}
        hint={copy.ktpHint}
        onPasted={(digits) => form.set(`${who}_ktp`, digits)}
      />
      {select('education', asOptions(EDUCATION))}
      {select('job', asOptions(JOBS), deceased)}
      <TextField
        {...form.field(`${who}_phone`)}
        label={copy.person.phone}
        optional={deceased}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder={copy.phonePlaceholder}
      />
      {select(
        'income',
        asOptions(INCOMES, (income) => INCOME_LABELS[income]),
        deceased,
      )}
    </FormSection>
  );
}

/** The family's main number; verified, it is also a login identifier. */
export function ContactSection({
  form,
  verified,
  sending,
  state,
  onSend,
}: {
  form: FamilyForm<ProfileField>;
  verified: boolean;
  sending: boolean;
  state: ReactNode;
  onSend: () => void;
}) {
  const { contact_phone: typed } = form.values;
  const saved = typed !== '' && typed === form.stored.contact_phone;
  return (
    <FormSection title={copy.sections.contact} state={state}>
      <TextField
        {...form.field('contact_phone')}
        label={copy.contactPhone}
        hint={copy.contactHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={copy.phonePlaceholder}
      />
      {typed === '' ? null : (
        <Row $align="center" $apart={12} role="status">
          {saved && verified ? (
            <StatusTag tone="success">{copy.verified}</StatusTag>
          ) : (
            <StatusTag tone="attention">{copy.unverified}</StatusTag>
          )}
          {saved ? null : <span>{copy.saveFirst}</span>}
          {saved && !verified ? (
            <Button small variant="secondary" pending={sending} pendingLabel={copy.sending} onClick={onSend}>
              {copy.sendCode}
            </Button>
          ) : null}
        </Row>
      )}
    </FormSection>
  );
}
