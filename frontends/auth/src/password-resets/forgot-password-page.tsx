import { Button } from '@gerbang/ui/button';
import { TextField } from '@gerbang/ui/text-field';
import { Link } from '@gerbang/web-kit/router';
import { useState } from 'react';
import { z } from '@gerbang/web-kit/form';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { useTextForm } from '@gerbang/web-kit/text-form';
import { emailRule } from '../forms/rules.ts';
import { Footer, PublicPage } from '../public-page.tsx';
import { CodeSentPanel } from './code-sent-panel.tsx';
import { forgotCopy as copy } from './password-resets.copy.ts';
import { useRequestCode } from './password-resets.api.ts';

const forgotSchema = z.object({ email: emailRule('Email tidak valid') });

const EMPTY = { email: '' };

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useTextForm(forgotSchema, EMPTY);
  const request = useRequestCode({ onSent, onFailed: form.fail });
  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(({ email }) => {
        if (!request.isPending) request.mutate(email);
      })}
      actions={
        <Button type="submit" block pending={request.isPending} pendingLabel={copy.pending}>
          {copy.submit}
        </Button>
      }
    >
      <TextField
        {...form.field('email')}
        label={copy.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormFrame>
  );
}

/** /forgot-password: ask for a code, then what to do with it. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <PublicPage
      title={copy.title}
      lead={sentTo === null ? copy.lead : undefined}
      footer={
        <Footer>
          <Link to="/auth">{copy.back}</Link>
        </Footer>
      }
    >
      {sentTo === null ? (
        <ForgotForm onSent={setSentTo} />
      ) : (
        <CodeSentPanel email={sentTo} onChange={() => setSentTo(null)} />
      )}
    </PublicPage>
  );
}
