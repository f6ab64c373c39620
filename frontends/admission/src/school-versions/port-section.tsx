import { SETTINGS_ACCEPT } from '@gerbang/domain/file-pickers';
import { exportSchool } from '@gerbang/contracts/school-versions';
import { Button } from '@gerbang/ui/button';
import { FormSection } from '@gerbang/ui/form-section';
import { Row } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { download } from '@gerbang/web-kit/files/download';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useRef } from 'react';
import { styled } from 'styled-components';
import type { SetupChanges } from './school-versions.api.ts';
import { activateCopy as copy } from './activate.copy.ts';

const Picker = styled.input`
  display: none;
`;

/** The object in a JSON file; throws a sentence for people. */
async function objectIn(file: File): Promise<object> {
  const text = await file.text();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Error(copy.notJson);
}

/** Takes the settings out as a file, and makes a draft of such a file. */
export function PortSection({
  rowVersion,
  bringIn,
  blocked,
}: {
  rowVersion: number | undefined;
  bringIn: SetupChanges['bringIn'];
  /** While a version waits no draft can be made. */
  blocked: boolean;
}) {
  const picker = useRef<HTMLInputElement>(null);
  const mayImport = useCan('school.import');
  const out = useMutation({ mutationFn: () => download(exportSchool.path, 'pengaturan-sekolah.json') });
  const take = async (file: File) => {
    try {
      const read = await objectIn(file);
      bringIn.mutate(
        { file: read, row_version: rowVersion },
        {
          onSuccess: () => toast(copy.imported, copy.importedText),
          onError: (error) => toastFailure(copy.importFailed, error),
        },
      );
    } catch (error) {
      toastFailure(copy.importFailed, error);
    }
  };
  return (
    <FormSection title={copy.port} state={copy.portLead}>
      <Row $gap={12}>
        <Button
          variant="secondary"
          pending={out.isPending}
          pendingLabel={copy.exporting}
          onClick={() =>
            out.mutate(undefined, { onError: (error) => toastFailure(copy.exportFailed, error) })
          }
        >
          {copy.export}
        </Button>
        {mayImport && !blocked ? (
          <>
            <Picker
              ref={picker}
              type="file"
              accept={SETTINGS_ACCEPT}
              tabIndex={-1}
              aria-label={copy.import}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                target.value = '';
                if (file) void take(file);
              }}
            />
            <Button
              variant="secondary"
              pending={bringIn.isPending}
              pendingLabel={copy.importing}
              onClick={() => picker.current?.click()}
            >
              {copy.import}
            </Button>
          </>
        ) : null}
      </Row>
    </FormSection>
  );
}
