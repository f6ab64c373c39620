import { Stack } from '@gerbang/ui/layout';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { Suspense, useState } from 'react';
import { REASON_FIELD } from '../bank-matches/bank-matches.copy.ts';
import { rawSample, type RawSample } from '../statement-profiles/raw-sample.ts';
import { uploadCopy as copy } from './bank-statements.copy.ts';
import type { Uploading } from './statement-upload.tsx';
import { Refusal, Result } from './upload-outcome.tsx';

const ColumnMapper = lazyPart(() =>
  import('../statement-profiles/column-mapper.tsx').then((file) => file.ColumnMapper),
);

/** What came of the last upload, and what can be done about a refusal. */
export function UploadReport({ of, onFiles }: { of: Uploading; onFiles: () => void }) {
  const { upload, sent, again } = of;
  const [forcing, setForcing] = useState(false);
  const [mapping, setMapping] = useState<RawSample | null>(null);
  const [hidden, setHidden] = useState<unknown>(null);
  const name = sent?.file.name ?? '';
  const map = async (headers: readonly string[]) => {
    if (!sent) return;
    const found = await rawSample(sent.file, headers);
    if (typeof found === 'string') toastFailure(copy.noSampleTitle(name), copy.noSample[found]);
    else setMapping(found);
  };
  const shows = upload.error !== null || (upload.data !== undefined && upload.data !== hidden);
  if (!shows) return null;
  return (
    <Stack $gap={8} data-outcome="">
      {upload.error ? (
        <Refusal
          name={name}
          error={upload.error}
          onFiles={onFiles}
          onForce={() => setForcing(true)}
          onMap={(headers) => void map(headers)}
        />
      ) : null}
      {upload.data && upload.data !== hidden ? (
        <Result name={name} imported={upload.data} onClose={() => setHidden(upload.data)} />
      ) : null}
      {forcing ? (
        <ReasonDialog
          title={copy.forceTitle}
          lead={name}
          hint={copy.forceHint}
          {...REASON_FIELD}
          action={copy.forceAction}
          pending={false}
          onSend={(reason) => {
            setForcing(false);
            again({ reason });
          }}
          onClose={() => setForcing(false)}
        />
      ) : null}
      {mapping && sent ? (
        <Suspense fallback={null}>
          <ColumnMapper
            accountKey={sent.accountKey}
            shape={mapping}
            onSaved={() => {
              setMapping(null);
              again({});
            }}
            onClose={() => setMapping(null)}
          />
        </Suspense>
      ) : null}
    </Stack>
  );
}
