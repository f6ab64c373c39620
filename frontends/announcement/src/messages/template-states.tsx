import { listMessageTemplates, type MessageTemplateState } from '@gerbang/contracts/messages';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { call } from '@gerbang/web-kit/api/client';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { ListChecks } from 'lucide-react';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { isHeld } from './messages.api.ts';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import { templatesCopy as copy } from './template-states.copy.ts';

const TemplatesDialog = lazyPart(() => import('./templates-dialog.tsx').then((file) => file.TemplatesDialog));

const Box = styled(Stack)`
  margin-block-end: 16px;
  > :not(button) {
    justify-self: stretch;
  }
`;

/** A sentence about some templates, with the kinds that it is about. */
function Notice({ title, text, of }: { title: string; text: string; of: readonly MessageTemplateState[] }) {
  return (
    <Banner tone="attention">
      <Stack $gap={4}>
        <strong>{title}</strong>
        <span>{copy.list(of.map(({ kind }) => MESSAGE_KIND_LABELS[kind]))}</span>
        <span>{text}</span>
      </Stack>
    </Banner>
  );
}

/** What Meta says of the templates: trouble at once, everything on request. */
export function TemplateStates() {
  const [open, setOpen] = useState(false);
  const templates = useQuery({
    queryKey: ['message-templates'],
    queryFn: ({ signal }) => call(listMessageTemplates, { signal }),
  });
  const all = templates.data ?? [];
  const held = all.filter(isHeld);
  const marketing = all.filter(({ category }) => category === 'MARKETING');
  return (
    <Box $gap={12} $items="start">
      {held.length > 0 ? (
        <Notice
          title={copy.heldTitle(held.length)}
          text={copy.heldText(held.reduce((sum, { waiting }) => sum + waiting, 0))}
          of={held}
        />
      ) : null}
      {marketing.length > 0 ? (
        <Notice title={copy.costTitle(marketing.length)} text={copy.costText} of={marketing} />
      ) : null}
      <Button
        variant="secondary"
        icon={<ListChecks size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {copy.open}
      </Button>
      <Suspense fallback={null}>
        {open ? <TemplatesDialog templates={templates} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </Box>
  );
}
