import { Banner } from '@gerbang/ui/banner';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { pageEditorCopy as copy } from './page-editor.copy.ts';
import { RETRY_AFTER_S } from './send-pages.ts';
import type { SendingState } from './use-sending.ts';

/** How the sending goes, of the page that is on its way; after a lost connection what happens next. */
export function SendingProgress({ state, pages }: { state: SendingState; pages: number }) {
  if (state.kind === 'idle') return null;
  if (state.kind === 'failed') {
    return (
      <Banner tone="danger" role="alert">
        {state.problem}
      </Banner>
    );
  }
  if (state.kind === 'waiting') {
    return (
      <Banner tone="attention" role="status">
        {copy.waiting(state.attempt, RETRY_AFTER_S.length)}
      </Banner>
    );
  }
  if (state.kind === 'finishing') return <p role="status">{copy.finishing}</p>;
  const percent = Math.round(state.done * 100);
  return (
    <Stack $gap={6}>
      <ProgressBar percent={percent} label={copy.progressLabel(state.at + 1, pages)} />
      <Quiet $small $figures>
        {copy.progress(state.at + 1, pages, percent)}
      </Quiet>
    </Stack>
  );
}
