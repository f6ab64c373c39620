import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Suspense } from 'react';
import { styled } from 'styled-components';
import { answersAmong, answersOf, type Student } from './editor-values.ts';
import { studentsCopy as copy } from './editor.copy.ts';
import type { Choices } from './use-editor.ts';

const Face = styled.span`
  padding: 8px 12px;
  border: 1px solid var(--action2-border);
  border-radius: 10px;
  color: var(--action2-text);
  font-size: 0.875rem;
  font-weight: 600;
  font-feature-settings: 'tnum';
`;

// The menu brings React Aria along; the rows come without waiting for it.
const Menu = lazyPart(() => import('@gerbang/ui/menu').then((file) => file.Menu));

/** Changes all students that are shown at once; a result that stays the same does not count as examined by this. */
export function BulkMenu({ shown, choices }: { shown: readonly Student[]; choices: Choices }) {
  const label = copy.bulk(shown.length);
  const face = (
    <Face>
      {label} <span aria-hidden="true">▾</span>
    </Face>
  );
  return (
    <Suspense fallback={face}>
      <Menu
        label={label}
        trigger={face}
        groups={[
          {
            id: 'results',
            entries: answersAmong(shown).map((answer) => ({
              id: answer,
              label: copy.markAs(copy.answers[answer]),
              onAction: () =>
                choices.markAll(
                  shown.filter((student) => answersOf(student).includes(answer)),
                  { answer },
                ),
            })),
          },
          {
            id: 'seen',
            entries: [
              { id: 'seen', label: copy.markSeen, onAction: () => choices.markAll(shown, { seen: true }) },
            ],
          },
        ]}
      />
    </Suspense>
  );
}
