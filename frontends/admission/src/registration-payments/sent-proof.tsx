import type { Registration } from '@gerbang/contracts/admission.types';
import { SummaryList } from '@gerbang/ui/summary-list';
import { styled } from 'styled-components';
import { FileView } from '@gerbang/web-kit/components/files/file-view';
import { paymentCopy as copy } from './payment.copy.ts';

const Box = styled.div`
  display: grid;
  gap: 12px;
`;

/** The proof that was sent and the account it came from. */
export function SentProof({ registration }: { registration: Registration }) {
  const { payment_evidence_url: url, payment_evidence_filename: name } = registration;
  return (
    <Box>
      {url ? <FileView url={url} name={name} /> : null}
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
