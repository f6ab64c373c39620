import { ApiError } from '@gerbang/web-kit/api/client';

/** Another child of the family with the name and birth date that were typed. */
export interface OtherChild {
  readonly id: string;
  readonly name: string;
}

/** The child that a 409 `same_child` is about; null for any other failure. */
export function sameChildOf(error: unknown): OtherChild | null {
  if (!(error instanceof ApiError) || error.body?.code !== 'same_child') return null;
  const { child_id: id, full_name: name } = error.body.details ?? {};
  return { id: String(id), name: String(name) };
}
