import type { Registration } from '@gerbang/contracts/admission.types';
import { SummaryList } from '@gerbang/ui/summary-list';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { paymentCopy as copy } from './payment.copy.ts';

const Box = styled.div`
  display: grid;
  gap: 12px;
`;

const Picture = styled.img`
  max-width: 100%;
  max-height: 360px;
  justify-self: start;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
`;

const Open = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  justify-self: start;
`;

/** The proof that was sent and the account it came from. A PDF, which phones cannot show inside a page, opens in a tab. */
export function SentProof({ registration }: { registration: Registration }) {
  const [unreadable, setUnreadable] = useState(false);
  const url = registration.payment_evidence_url;
  const isPdf = registration.payment_evidence_filename?.toLowerCase().endsWith('.pdf') ?? false;
  return (
    <Box>
      {url && !isPdf && !unreadable ? (
        <Picture src={url} alt={copy.preview} onError={() => setUnreadable(true)} />
      ) : null}
      {unreadable ? <p role="status">{copy.proofUnreadable}</p> : null}
      {url ? (
        <Open href={url} target="_blank" rel="noreferrer">
          <ExternalLink size={18} aria-hidden="true" />
          {copy.openProof}
        </Open>
      ) : null}
      <SummaryList
        rows={[
          { label: copy.accountOwner, value: registration.bank_account_owner },
          { label: copy.accountNumber, value: registration.bank_account_number },
          { label: copy.bankName, value: registration.bank_name },
        ]}
      />
    </Box>
  );
}
