import { showToast } from '@gerbang/ui/toast';
import { messageOf } from '../api/client.ts';

/** Shows a toast of success; `titleLang` where the title is not Indonesian. */
export function toast(title: string, description: string, titleLang?: string): void {
  showToast({ title, titleLang, description });
}

/** Says a success that the page itself shows: only screen readers hear it. */
export function sayDone(title: string, description: string): void {
  showToast({ title, description, spoken: true });
}

/** A toast of failure, destructive; `description` may be the error itself. */
export function toastFailure(title: string, description: unknown, titleLang?: string): void {
  showToast({
    title,
    titleLang,
    description: typeof description === 'string' ? description : messageOf(description),
    destructive: true,
  });
}
