import type { SecondStep as Step } from '@gerbang/contracts/accounts';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { PasswordField } from '@gerbang/ui/password-field';
import { Spinner } from '@gerbang/ui/spinner';
import { TextField } from '@gerbang/ui/text-field';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { messageOf, waitText } from '@gerbang/web-kit/api/client';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Link } from '@gerbang/web-kit/page/router';
import { useLogin } from '@gerbang/web-kit/session/session';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';

const SecondStep = lazyPart(() => import('./second-step.tsx').then((file) => file.SecondStep));

/** Texts of the login form. */
const copy = {
  identifier: 'Email atau nomor telepon',
  password: 'Password',
  forgot: 'Lupa Password',
  submit: 'Masuk',
  pending: 'Memproses...',
  waiting: 'Menunggu giliran...',
  place: (place: number, seconds: number) =>
    `Anda nomor ${place.toLocaleString('id-ID')} dalam antrean, sekitar ${waitText(seconds)}`,
  stay: 'Biarkan halaman ini terbuka. Anda masuk sendiri begitu giliran Anda tiba.',
  lost: 'Koneksi terputus. Tempat Anda disimpan satu menit, kami mencoba menyambung lagi.',
  leave: 'Batal',
  identifierRequired: 'Email atau nomor telepon harus diisi',
  passwordRequired: 'Password harus diisi',
  success: 'Berhasil masuk',
  failure: 'Login gagal',
  welcome: (name: string) => `Selamat datang, ${name}!`,
} as const;

// Of its own: the landing page would load all of ui's layout with its first bytes.
const Fields = styled.form`
  display: grid;
  gap: 20px;
`;

/** The place above the button; without one it takes no room, but is there for screen readers. */
const Actions = styled.div`
  display: grid;
  > [aria-live] > * {
    margin-block-end: 16px;
  }
  button + button {
    margin-block-start: 12px;
  }
`;

const Forgot = styled.div`
  text-align: end;
  margin-block-start: -8px;
  a {
    display: inline-flex;
    align-items: center;
    min-height: 24px;
  }
`;

/** The visitor left the line: no failure. */
const wasLeft = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

interface Errors {
  identifier?: string;
  password?: string;
}

function check(identifier: string, password: string): Errors {
  return {
    ...(identifier.trim() === '' ? { identifier: copy.identifierRequired } : {}),
    ...(password === '' ? { password: copy.passwordRequired } : {}),
  };
}

/** Takes over what was typed into the prerendered form before the program started. */
function typedBefore(name: string): string {
  if (typeof document === 'undefined') return '';
  const fields = document.querySelectorAll<HTMLInputElement>(`#first-paint input[name="${name}"]`);
  return [...fields].find((field) => field.value !== '')?.value ?? '';
}

/** Login by e-mail or phone: plain fields, so that the landing page stays small. */
export function LoginForm() {
  const [identifier, setIdentifier] = useState(() => typedBefore('identifier'));
  const [password, setPassword] = useState(() => typedBefore('password'));
  const [submitted, setSubmitted] = useState(false);
  const [step, setStep] = useState<Step | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const login = useLogin();
  const again = useRef<HTMLInputElement>(null);
  const send = useRef<HTMLButtonElement>(null);
  const isOver = step === null && notice !== null;
  useEffect(() => {
    if (isOver) again.current?.focus();
  }, [isOver]);
  const { line } = login;
  const errors = submitted ? check(identifier, password) : {};

  const greet = (name: string) => toast(copy.success, copy.welcome(name));
  const begin = (next: Step) => {
    setPassword('');
    setSubmitted(false);
    login.reset();
    setStep(next);
  };
  const startOver = (message: string | null) => {
    setStep(null);
    setNotice(message);
  };

  const leaveLine = () => {
    login.leave();
    send.current?.focus();
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (login.isPending) return;
    setSubmitted(true);
    setNotice(null);
    const found = check(identifier, password);
    const first = found.identifier ? 'identifier' : found.password ? 'password' : null;
    if (first) {
      event.currentTarget.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus();
      return;
    }
    login.mutate(
      { identifier: identifier.trim(), password },
      {
        onSuccess: (answer) => {
          if ('factor_required' in answer) begin(answer);
          else greet(answer.name ?? answer.email);
        },
        onError: (error) => {
          if (!wasLeft(error)) toastFailure(copy.failure, error);
        },
      },
    );
  };

  if (step) {
    return (
      <Suspense fallback={<Spinner size={36} label={copy.pending} />}>
        <SecondStep step={step} onDone={greet} onExpired={startOver} onBack={() => startOver(null)} />
      </Suspense>
    );
  }
  return (
    <Fields method="post" action="/auth" noValidate onSubmit={submit}>
      <TextField
        label={copy.identifier}
        name="identifier"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={identifier}
        error={errors.identifier}
        onChange={(event) => setIdentifier(event.target.value)}
      />
      <PasswordField
        ref={again}
        label={copy.password}
        name="password"
        autoComplete="current-password"
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Forgot>
        <Link to="/forgot-password">{copy.forgot}</Link>
      </Forgot>
      {notice === null ? null : (
        <Banner tone="attention" role="alert">
          {notice}
        </Banner>
      )}
      {login.isError && !wasLeft(login.error) ? (
        <Banner tone="danger">{messageOf(login.error)}</Banner>
      ) : null}
      <Actions>
        <div aria-live="polite">
          {line === null ? null : (
            <Banner tone={line.lost ? 'attention' : 'info'}>
              <strong>{copy.place(line.place, line.seconds)}</strong>
              <br />
              {line.lost ? copy.lost : copy.stay}
            </Banner>
          )}
        </div>
        <Button
          ref={send}
          type="submit"
          block
          pending={login.isPending}
          pendingLabel={line === null ? copy.pending : copy.waiting}
        >
          {copy.submit}
        </Button>
        {line === null ? null : (
          <Button variant="secondary" block onClick={leaveLine}>
            {copy.leave}
          </Button>
        )}
      </Actions>
    </Fields>
  );
}
