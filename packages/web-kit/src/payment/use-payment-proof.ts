import { useFamilyForm } from '../family/use-family-form.ts';
import type { UploadKind } from '../files/kinds.ts';
import { useUpload } from '../files/use-upload.ts';
import type { z } from '../forms/form.ts';
import { useState } from 'react';
import { earlierFile, useKeeping } from './use-kept-payment.ts';

type Link = 'payment_evidence_url';

/**
 * A payment's proof and the fields beside it, over both steps, kept on this device until they are sent. Each field begins
 * as this device has kept it, else as in `initial`.
 */
export function usePaymentProof<F extends string>({
  userId,
  draft,
  kind,
  rules,
  initial,
  kept,
}: {
  userId: string;
  /** The name under which this device keeps it. */
  draft: string;
  kind: UploadKind;
  rules: z.core.$ZodType<Record<NoInfer<F> | Link, string>, Record<NoInfer<F> | Link, string>>;
  initial: Readonly<Record<F, string>>;
  kept: Readonly<Record<string, string>> | null;
}) {
  const begin = { payment_evidence_url: '', ...initial } as Record<F | Link, string>;
  const names = Object.keys(begin) as (F | Link)[];
  const form = useFamilyForm(
    rules,
    Object.fromEntries(names.map((name) => [name, kept?.[name] ?? begin[name]])) as Record<F | Link, string>,
  );
  const [uploadedAt, setUploadedAt] = useState(kept?.uploaded_at ?? '');
  const onUrl = (url: string) => {
    form.set('payment_evidence_url', url);
    setUploadedAt(url === '' ? '' : String(Date.now()));
  };
  const upload = useUpload(kind, onUrl, earlierFile(kept));
  const fileName = upload.state.kind === 'uploaded' ? upload.state.name : null;
  const forget = useKeeping(userId, draft, {
    ...form.values,
    payment_evidence_filename: fileName ?? '',
    uploaded_at: uploadedAt,
  });
  const uploading = upload.state.kind === 'preparing' || upload.state.kind === 'uploading';
  return { form, upload, uploading, fileName, forget };
}

export type PaymentProof<F extends string> = ReturnType<typeof usePaymentProof<F>>;
