import type { CheckedSection } from '@gerbang/contracts/counter';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { formatDateLong } from '@gerbang/web-kit/page/format';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { Lines } from '../families/family-parts.tsx';
import { useConfirmSections, useSections } from './counter.api.ts';
import { checkCopy as copy } from './counter.copy.ts';

/** Where a section is put right. */
function wayTo({ key }: CheckedSection): string {
  if (key === 'profile') return '/profile';
  return key.startsWith('child:') ? '/children' : '/registrations';
}

/** 'Periksa data yang diisi sekolah': each section is right, or leads to where it is put right. */
export function CheckedSections() {
  const { data = [] } = useSections();
  const confirm = useConfirmSections();
  if (data.length === 0) return null;
  const send = (key: string) => {
    if (confirm.isPending) return;
    confirm.mutate([key], {
      onSuccess: () => toast(copy.done, copy.doneText),
      onError: (error) => toastFailure(copy.failed, error),
    });
  };
  return (
    <Stack as={Card} $gap={12} aria-label={copy.title}>
      <CardTitle>{copy.title}</CardTitle>
      <p>{copy.lead}</p>
      <Lines>
        {data.map((section) => (
          <li key={section.key}>
            <strong>{section.label}</strong>
            <Quiet $small>
              {copy.by(section.entered_by.name ?? copy.school, formatDateLong(section.entered_at))}
            </Quiet>
            <Row>
              <Button
                small
                aria-label={`${copy.right}: ${section.label}`}
                pending={confirm.isPending && confirm.variables.includes(section.key)}
                pendingLabel={copy.sending}
                onClick={() => send(section.key)}
              >
                {copy.right}
              </Button>
              <LinkButton
                to={wayTo(section)}
                $small
                $variant="secondary"
                aria-label={`${copy.mend}: ${section.label}`}
              >
                {copy.mend}
              </LinkButton>
            </Row>
          </li>
        ))}
      </Lines>
    </Stack>
  );
}
