import { issuesOf } from '@gerbang/web-kit/client';

/** The messages of a refused call that belong to fields of this form. */
export function fieldFailures<F extends string>(
  error: unknown,
  fields: readonly F[],
): readonly { readonly field: F; readonly message: string }[] {
  const issues = issuesOf(error);
  return fields.flatMap((field) => {
    const message = issues[field];
    return message === undefined ? [] : [{ field, message }];
  });
}
