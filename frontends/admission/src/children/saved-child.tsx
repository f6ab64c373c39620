import type { ChildRow } from '@gerbang/contracts/children';
import { callName } from '@gerbang/domain/family-steps';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Row, Stack } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { registerWay } from '../registrations/guided-ways.ts';
import { childrenCopy as copy } from './children.copy.ts';

/** What follows once a child is saved: its registration, or the next child. */
export function SavedChild({
  child,
  onAdd,
}: {
  child: Pick<ChildRow, 'id' | 'full_name' | 'nick_name'>;
  onAdd: () => void;
}) {
  const name = callName(child);
  return (
    <Banner tone="success" role="status">
      <Stack $gap={8}>
        <strong>{copy.saved(name)}</strong>
        <Row>
          <LinkButton to={registerWay(child.id)}>{copy.registerChild(name)}</LinkButton>
          <Button variant="secondary" onClick={onAdd}>
            {copy.addOther}
          </Button>
        </Row>
      </Stack>
    </Banner>
  );
}
