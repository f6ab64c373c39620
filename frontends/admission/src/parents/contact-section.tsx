import { Button } from '@gerbang/ui/button';
import { FormSection } from '@gerbang/ui/form-section';
import { StatusTag } from '@gerbang/ui/status-tag';
import { TextField } from '@gerbang/ui/text-field';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { FamilyForm } from '@gerbang/web-kit/family/use-family-form';
import type { ProfileField } from './profile-values.ts';
import { profileCopy as copy } from './profile.copy.ts';

const State = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
`;

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
        <State role="status">
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
        </State>
      )}
    </FormSection>
  );
}
