import { Banner } from '@gerbang/ui/banner';
import { Stack, Text } from '@gerbang/ui/layout';
import { FileText } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { type PageAction, PageControls } from './page-controls.tsx';
import { pageEditorCopy as copy } from './page-editor.copy.ts';
import type { Page, usePages } from './use-pages.ts';
import type { SendingState } from './use-sending.ts';

const List = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
  gap: 12px;
`;

const Item = styled.li`
  display: grid;
  align-content: start;
  gap: 8px;
  min-width: 0;
  padding: 8px;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
`;

const Frame = styled.div`
  display: grid;
  place-items: center;
  height: 240px;
  overflow: hidden;
  border-radius: 6px;
  background: var(--bg-subtle);
  color: var(--text-secondary);
  img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
`;

const PdfName = styled.p`
  display: grid;
  justify-items: center;
  gap: 8px;
  max-width: 100%;
  padding: 12px;
  overflow-wrap: anywhere;
  text-align: center;
`;

type Editor = Pick<ReturnType<typeof usePages>, 'pages' | 'turn' | 'move' | 'remove'>;

/** The pages in their order, each with its picture, its hints, and what can be done with it. */
export function PageList({
  document,
  editor: { pages, turn, move, remove },
  busy,
  sending,
  onChanged,
}: {
  document: string;
  editor: Editor;
  /** Nothing can be changed while pages are on their way. */
  busy: boolean;
  sending: SendingState;
  /** Says what was done. */
  onChanged: (text: string) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  // A moved element loses the focus; the keyboard stays on the button that was pressed, of the same page.
  const focus = useRef<{ readonly id: string; readonly action: PageAction } | null>(null);
  useEffect(() => {
    const { id, action } = focus.current ?? {};
    if (id === undefined) return;
    focus.current = null;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-page="${id}"] button`);
    const wanted = [...(buttons ?? [])].find((button) => button.dataset.action === action);
    const other = [...(buttons ?? [])].find((button) => button.getAttribute('aria-disabled') !== 'true');
    (wanted?.getAttribute('aria-disabled') === 'true' ? other : wanted)?.focus();
  });
  const count = pages.length;

  const act = (page: Page, at: number, action: PageAction) => {
    if (busy) return;
    if (action === 'turn') {
      void turn(page).then((drawn) => (drawn ? onChanged(copy.turned(at + 1)) : undefined));
      return;
    }
    if (action === 'remove') {
      const next = pages[at + 1] ?? pages[at - 1];
      remove(page.id);
      if (next) focus.current = { id: next.id, action };
      onChanged(copy.removed(count - 1));
      return;
    }
    const by = action === 'up' ? -1 : 1;
    if (!pages[at + by]) return;
    move(at, by);
    focus.current = { id: page.id, action };
    onChanged(copy.moved(at + by + 1, count));
  };

  if (count === 0) return null;
  return (
    <List ref={list} aria-label={copy.pages(document)}>
      {pages.map((page, at) => (
        <Item key={page.id} data-page={page.id}>
          <Frame>
            {page.kind === 'pdf' ? (
              <PdfName>
                <FileText size={32} aria-hidden="true" />
                {page.name}
              </PdfName>
            ) : (
              <img src={page.url} alt={copy.page(at + 1, count, document)} />
            )}
          </Frame>
          <Text $small $figures>
            {page.kind === 'pdf' ? `${copy.pdf} · ` : ''}
            {copy.pageShort(at + 1, count)}
            {page.fileId !== null && sending.kind !== 'idle' ? ` · ${copy.uploaded}` : ''}
          </Text>
          {page.warnings.length > 0 ? (
            <Banner tone="attention" role="status">
              <Stack $gap={4}>
                {page.warnings.map((warning) => (
                  <Text key={warning} $small>
                    {copy.warnings[warning]}
                  </Text>
                ))}
              </Stack>
            </Banner>
          ) : null}
          <PageControls
            page={page}
            at={at}
            count={count}
            busy={busy}
            onAct={(action) => act(page, at, action)}
          />
        </Item>
      ))}
    </List>
  );
}
