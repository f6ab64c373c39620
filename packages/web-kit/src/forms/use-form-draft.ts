// By the package's name: the shell shares the session with the remotes.
import { useSession } from '@gerbang/web-kit/session/session';
import type { Upload } from '../files/use-upload.ts';
import type { useTextForm } from './text-form.ts';
import { useDraft } from './use-draft.ts';

type Form<F extends string> = ReturnType<typeof useTextForm<F>>;

/**
 * The draft of a form in a sheet with the file that it has uploaded. `keep` names the fields that may stay on the device:
 * never the number of an identity paper. `resume` puts a draft into the form.
 */
export function useFormDraft<F extends string>(
  form: Pick<Form<F>, 'form' | 'set'>,
  { name, keep, upload }: { name: string; keep: readonly F[]; upload?: Upload },
) {
  const { user } = useSession();
  const file = upload?.state.kind === 'uploaded' ? upload.state : null;
  const textsOf = (texts: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(keep.map((field) => [field, texts[field] ?? '']));
  const draft = useDraft({
    userId: user?.id ?? '',
    form: name,
    keep: [...keep, 'file_url', 'file_name'],
    values: { ...textsOf(form.form.watch()), file_url: file?.url ?? '', file_name: file?.name ?? '' },
    base: textsOf(form.form.formState.defaultValues ?? {}),
  });
  const resume = (values: Readonly<Record<string, string>>) => {
    for (const field of keep) form.set(field, values[field] ?? '');
    const { file_url: url, file_name: fileName } = values;
    if (url && fileName) upload?.restore(url, fileName);
  };
  return { draft, resume };
}
