import { NothingHere } from '@gerbang/web-kit/page/nothing-here.tsx';
import { Columns } from '@gerbang/ui/layout';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import { mayCreateScheme } from '@gerbang/domain/enrollment-confirmations';
import { Banner } from '@gerbang/ui/banner';
import { Card, CardTitle } from '@gerbang/ui/card';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { familyLine, formatRupiah } from '@gerbang/web-kit/page/format';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { useNavigate, useSearchParams } from '@gerbang/web-kit/page/router';
import { FileQuestion } from 'lucide-react';
import { useSchool } from '@gerbang/web-kit/api/school';
import { useConfirmation } from '../billing.api.ts';
import { markOfConfirmation } from '../child-mark.ts';
import { copy } from './payment-schemes.copy.ts';
import { SchemeForm } from './scheme-form.tsx';

const LIST = '/admin/enrollment';

function Nothing({ title, words }: { title: string; words: string }) {
  return (
    <NothingHere icon={<FileQuestion size={28} />} title={title} to={LIST} toLabel={copy.back} quiet>
      {words}
    </NothingHere>
  );
}

function contributionOf({ contribution_type, contribution_amount, contribution_description }: Confirmation) {
  if (contribution_type === 'goods') return contribution_description;
  return contribution_amount > 0 ? formatRupiah(contribution_amount) : copy.noContribution;
}

function About({ confirmation }: { confirmation: Confirmation }) {
  const { child, parent, registration } = confirmation;
  return (
    <Card>
      <CardTitle>{copy.summaryTitle}</CardTitle>
      <SummaryList
        rows={[
          { label: copy.child, value: `${child.full_name} · ${markOfConfirmation(confirmation)}` },
          {
            label: copy.level,
            value: [levelLabel(registration.jenjang), registration.kelas].filter(Boolean).join(' · '),
          },
          { label: copy.year, value: registration.academic_year },
          { label: copy.parent, value: familyLine(parent) },
          { label: copy.preference, value: copy.schemes[confirmation.payment_preference] },
          { label: copy.contribution, value: contributionOf(confirmation) },
          { label: copy.notes, value: confirmation.additional_notes },
        ]}
      />
    </Card>
  );
}

function NotNow({ confirmation }: { confirmation: Confirmation }) {
  const exists = confirmation.payment_status !== 'pending';
  return (
    <Banner tone="attention">
      <strong>{copy.notNow}</strong>
      <p>{exists ? copy.exists : copy.notProcessed}</p>
      <LinkButton $variant="secondary" to={exists ? `${LIST}/${confirmation.id}/details` : LIST}>
        {exists ? copy.detail : copy.back}
      </LinkButton>
    </Banner>
  );
}

function Creation({ id }: { id: string }) {
  const confirmation = useConfirmation(id, 'staff');
  const school = useSchool();
  const navigate = useNavigate();
  const leave = () => void navigate(LIST);
  const loading = (
    <Loading card of={[confirmation, school]} lines={8} label={copy.loading} failed={copy.loadFailed} />
  );
  if (confirmation.isError || school.isError) return loading;
  if (confirmation.data === null) return <Nothing title={copy.unknown} words={copy.unknownText} />;
  if (!confirmation.data || !school.data) return loading;
  return (
    <Columns $from={1000} $tracks="minmax(0, 1fr) 340px">
      {mayCreateScheme(confirmation.data) ? (
        <SchemeForm
          confirmation={confirmation.data}
          school={school.data}
          about={<About confirmation={confirmation.data} />}
          onDone={leave}
          onCancel={leave}
        />
      ) : (
        <>
          <Card as="div">
            <NotNow confirmation={confirmation.data} />
          </Card>
          <About confirmation={confirmation.data} />
        </>
      )}
    </Columns>
  );
}

/** /admin/payment-scheme/create?confirmationId= (the singular path). */
export function SchemePage() {
  const [params] = useSearchParams();
  const id = params.get('confirmationId');
  return id ? <Creation key={id} id={id} /> : <Nothing title={copy.missingId} words={copy.missingIdText} />;
}
