import { PASSWORD_MAX, passwordLength } from '@gerbang/domain/passwords';
import { z } from '@gerbang/web-kit/forms/form';
import type { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toastFailure } from '@gerbang/web-kit/page/toast';

const NAME_MAX = 100;
const PHONE_MIN = 10;

/** A name that must be filled. */
export function nameRule() {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Nama harus diisi'),
      z.maxLength(NAME_MAX, `Paling banyak ${NAME_MAX} karakter`),
    );
}

/** A phone number by its length only; the server checks whether it is a mobile number. */
export function phoneRule() {
  return z.string().check(z.trim(), z.minLength(PHONE_MIN, 'Nomor telepon minimal 10 digit'));
}

/** An e-mail, with the message of its form. */
export function emailRule(message: string) {
  return z.string().check(z.trim(), z.maxLength(254, message), z.email(message));
}

/** An e-mail, or a phone number by its length only, with the message of its form. */
export function emailOrPhoneRule(message: string) {
  return z.string().check(
    z.trim(),
    z.maxLength(254, message),
    z.refine(
      (typed) =>
        z.safeParse(z.email(), typed).success || (/^[\d\s+().-]+$/u.test(typed) && typed.length >= PHONE_MIN),
      message,
    ),
  );
}

/** A chosen password: never trimmed, its length counted after NFKC. */
export function passwordRule(min: number, tooShort: string) {
  return z.string().check(
    z.refine((typed) => passwordLength(typed) >= min, tooShort),
    z.refine((typed) => passwordLength(typed) <= PASSWORD_MAX, `Password maksimal ${PASSWORD_MAX} karakter`),
  );
}

/** A field that must be filled, its spaces kept. */
export function requiredRule(message: string) {
  return z.string().check(z.minLength(1, message));
}

/** The confirmation equals the password; shown on the confirmation field, also while other fields are wrong. */
export function sameAs<P extends string, C extends string>(password: P, confirmation: C, message: string) {
  return z.refine<Record<P | C, string>>((values) => values[password] === values[confirmation], {
    path: [confirmation],
    message,
    when: () => true,
  });
}

interface Mutation<Body, Result> {
  readonly isPending: boolean;
  readonly mutate: (
    body: Body,
    handlers: { onSuccess: (result: Result, body: Body) => void; onError: (error: Error) => void },
  ) => void;
}

interface Outcome<Body, Result> {
  readonly done: (result: Result, body: Body) => void;
  /** Title of the failure's toast. */
  readonly failure: string;
  /** Its description where the catalogue fixes one; else what the server said. */
  readonly failureText?: string;
}

type TextForm = Pick<ReturnType<typeof useTextForm<string>>, 'fail'>;

/**
 * Sends what a form holds: one try at a time; a failure is shown by the catalogue's toast and at the form, which keeps
 * everything typed.
 */
export function sending<Body, Result>(
  form: TextForm,
  mutation: Mutation<Body, Result>,
  { done, failure, failureText }: Outcome<Body, Result>,
): (body: Body) => void {
  return (body) => {
    if (mutation.isPending) return;
    mutation.mutate(body, {
      onSuccess: done,
      onError: (error) => {
        toastFailure(failure, failureText ?? error);
        form.fail(error);
      },
    });
  };
}
