import { Card, CardTitle } from '@gerbang/ui/card';
import { Stack } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Lines } from '../families/family-parts.tsx';
import { useDapodikData } from './dapodik.api.ts';
import { ownCopy as copy } from './dapodik.copy.ts';

/** 'Data Dapodik' on the dashboard of a family whose accepted child lacks something. */
export function DapodikCard() {
  const { data = [] } = useDapodikData();
  const open = data.filter(({ missing }) => missing.length > 0);
  if (open.length === 0) return null;
  return (
    <Stack as={Card} $gap={12} $items="start" aria-label={copy.title}>
      <CardTitle>{copy.title}</CardTitle>
      <Lines>
        {open.map(({ registration_id, child_name, missing }) => (
          <li key={registration_id}>{copy.cardLine(child_name, missing.length)}</li>
        ))}
      </Lines>
      <LinkButton to="/dapodik" $small>
        {copy.open}
      </LinkButton>
    </Stack>
  );
}
