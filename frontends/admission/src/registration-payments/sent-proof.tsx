import type { Registration } from '@gerbang/contracts/admission.types';
import { Stack } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { FileView } from '@gerbang/web-kit/components/files/file-view';
import { paymentCopy as copy } from './payment.copy.ts';

/** The proof that was sent and the account that it was paid from. */
export function SentProof({ registration }: { registration: Registration }) {
  const { payment_evidence_url: url, payment_evidence_filename: name } = registration;
  return (
    <Stack $gap={12}>
      {url ? <FileView url={url} name={name} /> : null}
      <SummaryList
        rows={[
          { label: copy.accountOwner, value: registration.bank_account_owner },
          { label: copy.accountNumber, value: registration.bank_account_number },
          { label: copy.bankName, value: registration.bank_name },
        ]}
      />
    </Stack>
  );
}
