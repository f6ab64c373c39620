import type { Payer } from '@gerbang/contracts/registration-payments';
import type { SchoolConfig } from '@gerbang/contracts/school';
import { FEES_OF_A_SLIP } from '@gerbang/domain/registration-payments';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { NothingHere } from '@gerbang/web-kit/page/nothing-here.tsx';
import { PaymentDone } from '@gerbang/web-kit/payment/payment-done.tsx';
import { asksExactly } from '@gerbang/domain/payment-expectations';
import { useKeptPayment } from '@gerbang/web-kit/payment/use-kept-payment';
import { usePaymentStep } from '@gerbang/web-kit/payment/use-payment-step';
import { useSession } from '@gerbang/web-kit/session/session';
import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { GuidedToPayment } from '../registrations/guided.tsx';
import { useLastPayer, useRegistrations } from '../registrations/registrations.api.ts';
import { useSchool } from '@gerbang/web-kit/api/school';
import { FeeSteps, LIST } from './fee-steps.tsx';
import { feesCopy as copy } from './fees.copy.ts';
import { FeesChoice } from './fees-choice.tsx';
import { type FeesOfAccount, feesTogether, sumOf } from './fees-together.ts';
import { paymentCopy } from './payment.copy.ts';
import { FEES_DRAFT, useFeesProof } from './use-fees-proof.ts';

/** /registrations/bayar: several registration fees of a family with one transfer and one proof. */
export function FeesPaymentPage() {
  const { user } = useSession();
  const list = useRegistrations();
  const school = useSchool();
  const payer = useLastPayer();
  const kept = useKeptPayment(user?.id ?? '', FEES_DRAFT);
  const [sent, setSent] = useState(false);
  const [account, setAccount] = useState<string | null>(null);

  if (!user || !list.data || !school.data || payer.isPending || kept === undefined) {
    return <Loading card of={[list, school]} lines={6} label={copy.loading} failed={copy.loadFailed} />;
  }
  const groups = feesTogether(list.data, school.data);
  const group = groups.find(({ key }) => key === account) ?? groups[0];
  const body = sent ? (
    <PaymentDone school={school.data} isNew>
      <LinkButton to={LIST}>{paymentCopy.done}</LinkButton>
    </PaymentDone>
  ) : group ? (
    <Fees
      key={group.key}
      userId={user.id}
      groups={groups}
      group={group}
      onAccount={setAccount}
      school={school.data}
      payer={payer.data ?? null}
      kept={kept}
      onSent={() => setSent(true)}
    />
  ) : (
    <NothingHere
      icon={<ClipboardList size={28} />}
      title={copy.nothing}
      to={LIST}
      toLabel={paymentCopy.toList}
    >
      {copy.nothingText}
    </NothingHere>
  );
  return (
    <Stack $width={640}>
      <GuidedToPayment />
      {body}
    </Stack>
  );
}

function Fees({
  userId,
  groups,
  group,
  onAccount,
  school,
  payer,
  kept,
  onSent,
}: {
  userId: string;
  groups: readonly FeesOfAccount[];
  group: FeesOfAccount;
  onAccount: (key: string) => void;
  school: SchoolConfig;
  payer: Payer | null;
  kept: Readonly<Record<string, string>> | null;
  onSent: () => void;
}) {
  const at = usePaymentStep();
  const [isChosen, setChosen] = useState(at.step === 2);
  const proof = useFeesProof({ userId, fees: group.fees, payer, kept, onSent });
  const { chosen, choose } = proof;
  const [first] = chosen;
  const exactly = asksExactly(school);
  const about = copy.paysFor(chosen.map(({ child }) => child.full_name).join(', '));

  if (!isChosen || !first || chosen.length < FEES_OF_A_SLIP.least) {
    return (
      <FeesChoice
        accounts={groups.map(({ key: value, label }) => ({ value, label }))}
        account={group.key}
        onAccount={onAccount}
        fees={group.fees}
        chosen={chosen}
        exactly={exactly}
        onChoose={choose}
        onNext={() => setChosen(true)}
      />
    );
  }
  return (
    <FeeSteps
      school={school}
      at={at}
      proof={proof}
      transfer={{
        reference: chosen.map(({ registration_number }) => registration_number).join(', '),
        amount: sumOf(chosen),
        jenjang: first.jenjang,
      }}
      billId={chosen.map(({ id }) => id)}
      about={about}
      back={{ label: copy.change, onBack: () => setChosen(false) }}
      before={
        exactly ? (
          <Quiet $small>{copy.exact}</Quiet>
        ) : (
          <p>
            <strong>{copy.sum(chosen.length, sumOf(chosen))}</strong>
          </p>
        )
      }
    />
  );
}
