import { chatAddress, formatPhone } from '@gerbang/web-kit/page/format';
import { MessageCircle } from 'lucide-react';
import { styled } from 'styled-components';
import { resultsCopy as copy } from '../dashboard/dashboard.copy.ts';
import { useSchool } from '@gerbang/web-kit/api/school';

const Chat = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
`;

/** Whom to talk to, asked only where there is something to talk about. */
export function useContact(wanted: boolean): string | undefined {
  return useSchool(wanted).data?.contact_whatsapp;
}

/** The way to talk to the school; nothing while its number is not known. */
export function ContactLink({ contact }: { contact: string | undefined }) {
  if (!contact) return null;
  return (
    <Chat href={chatAddress(contact)} target="_blank" rel="noreferrer">
      <MessageCircle size={18} aria-hidden="true" />
      {copy.contact(formatPhone(contact))}
    </Chat>
  );
}
