import type { OwnResult } from '@gerbang/contracts/announcement-shapes';
import { NothingHere } from '@gerbang/web-kit/page/nothing-here.tsx';
import { CardTitle } from '@gerbang/ui/card';
import { Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { useParams } from '@gerbang/web-kit/page/router';
import { newResults, useNoteOpened } from '@gerbang/web-kit/api/new-results';
import { Mail } from 'lucide-react';
import { AcceptedResult } from './accepted-result.tsx';
import type { NextOfResult } from './next-steps.tsx';
import { EndedResult, RefusedResult, WaitlistedResult } from './other-results.tsx';
import { ResultRows } from './result-rows.tsx';
import { resultCopy as copy } from './result.copy.ts';
import { stageIn, standingOf, useSeatWords } from './standing.ts';

/** Billing hears of a publication a moment later: until then what it lacks is no sign of a confirmation. */
const HEARD_MS = 2 * 60_000;

/** Whether the re-enrolment may still be confirmed; so too while billing does not say. */
function mayConfirm(
  toConfirm: readonly { readonly registration_id: string }[] | undefined,
  { registration, published_at }: OwnResult,
): boolean {
  if (!toConfirm || Date.now() - Date.parse(published_at) < HEARD_MS) return true;
  return toConfirm.some((one) => one.registration_id === registration.id);
}

/** The other results that the family has not opened yet. */
function Others({ rows }: { rows: readonly OwnResult[] }) {
  if (rows.length === 0) return null;
  return (
    <Stack as="section" $gap={8}>
      <CardTitle>{copy.others}</CardTitle>
      <ResultRows label={copy.others} results={rows} fresh={rows} />
    </Stack>
  );
}

/** /hasil/:registrationId: the result of one child. It opens once by itself and is then reached from the dashboard. */
export function ResultPage() {
  const { registrationId = '' } = useParams();
  const dashboard = useDashboard();
  const results = dashboard.data?.announcement?.parent?.results;
  const row = results?.find(({ registration }) => registration.id === registrationId);
  useNoteOpened(dashboard.data, registrationId);
  const standing = standingOf(row?.result ?? 'passed', stageIn(dashboard.data, registrationId));
  const place = useSeatWords(registrationId, row ? standing : 'accepted');

  if (!results) return <Loading of={dashboard} card lines={6} label={copy.loading} failed={copy.failed} />;
  if (!row) {
    return (
      <NothingHere icon={<Mail size={28} />} title={copy.none} to="/dashboard" toLabel={copy.back}>
        {copy.noneText}
      </NothingHere>
    );
  }
  const others = newResults(dashboard.data).filter((one) => one !== row);
  const { admission, billing } = dashboard.data ?? {};
  const registration = admission?.parent?.registrations.find((one) => one.id === registrationId);
  const due = billing?.parent?.next_payment;
  const next: NextOfResult = {
    confirm: mayConfirm(billing?.parent?.to_confirm, row),
    // The family's next bill may be that of another child.
    payment: due?.child_name === row.child.full_name ? due : null,
  };
  const isWide = standing === 'accepted' || standing === 'promoted';
  return (
    <Stack $width={isWide ? undefined : 640} $gap={24}>
      {standing === 'closed' || standing === 'released' || standing === 'left' ? (
        <EndedResult row={row} standing={standing} />
      ) : isWide ? (
        <AcceptedResult
          row={row}
          year={registration?.academic_year ?? null}
          next={next}
          promoted={standing === 'promoted'}
        />
      ) : standing === 'waiting' ? (
        <WaitlistedResult row={row} position={place.position} owed={place.owed} />
      ) : (
        <RefusedResult row={row} />
      )}
      <Others rows={others} />
    </Stack>
  );
}
