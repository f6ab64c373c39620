import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { newResults } from '@gerbang/web-kit/api/new-results';
import { Mail } from 'lucide-react';
import { ResultRows } from './result-rows.tsx';
import { resultCopy as copy } from './result.copy.ts';

/** /hasil: the results of the family's children. It opens by itself where several are new, since the family chooses the first. */
export function ResultsPage() {
  const dashboard = useDashboard();
  const results = dashboard.data?.announcement?.parent?.results;
  if (!results) return <Loading of={dashboard} card lines={4} label={copy.loading} failed={copy.failed} />;
  const back = (
    <LinkButton to="/dashboard" $variant="secondary">
      {copy.back}
    </LinkButton>
  );
  if (results.length === 0) {
    return (
      <Card as="div">
        <EmptyState icon={<Mail size={28} />} title={copy.none} action={back}>
          {copy.noneYet}
        </EmptyState>
      </Card>
    );
  }
  const fresh = newResults(dashboard.data);
  return (
    <Stack $width={640}>
      <Quiet>{fresh.length > 0 ? copy.several(fresh.length) : copy.noneNew}</Quiet>
      <ResultRows label={copy.list} results={results} fresh={fresh} />
      {back}
    </Stack>
  );
}
