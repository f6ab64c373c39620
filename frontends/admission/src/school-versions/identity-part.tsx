import { NO_CONTACT, NO_NAME } from '@gerbang/domain/school-settings';
import { FormSection } from '@gerbang/ui/form-section';
import { Line, useSetup } from './setup-fields.tsx';
import { partCopy as copy } from './school-versions.copy.ts';

const SHORT_MAX = 40;

/** `0812-3456-7890` → `+6281234567890`; what is no number stays for the server to refuse. */
function asE164(typed: string): string {
  const digits = typed.replace(/[^\d+]/gu, '');
  if (digits.startsWith('+')) return digits;
  if (digits.startsWith('0')) return `+62${digits.slice(1)}`;
  return digits.startsWith('62') ? `+${digits}` : `+62${digits}`;
}

/** Name, contact and address. */
export function IdentityPart() {
  const { form } = useSetup();
  const nameLeft = (typed: string) => {
    // A short name that was never chosen follows the name.
    if (form.settings.short_name === NO_NAME) form.put('short_name', typed.trim().slice(0, SHORT_MAX).trim());
    return typed;
  };
  return (
    <FormSection title="Identitas" state={copy.identityLead}>
      <Line path="name" max={200} blank={NO_NAME} tidy={nameLeft} />
      <Line path="short_name" hint={copy.shortNameHint} max={SHORT_MAX} blank={NO_NAME} />
      <Line
        path="contact_whatsapp"
        hint={copy.contactHint}
        type="tel"
        max={20}
        blank={NO_CONTACT}
        tidy={asE164}
      />
      <Line path="address" max={200} optional />
      <Line path="city" max={60} optional />
    </FormSection>
  );
}
