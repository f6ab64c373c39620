import type { Ability } from '@gerbang/domain/abilities';

/** A page of the application shell. */
export interface Page {
  /** A segment `:name` stands for any one segment. */
  readonly path: string;
  readonly title: string;
  /** Label in the navigation; none = not in it. */
  readonly nav?: string;
  /** What a role must be able to do to open it; absent: every user who is logged in. */
  readonly ability?: Ability;
  /** What a role must be able to do to find it in the navigation; `ability` where absent. */
  readonly navAbility?: Ability;
  /** What must be on for it to stand in the navigation; absent: nothing. */
  readonly only?: 'payments';
  /** The breadcrumbs; true = the dashboard and the page's own title. */
  readonly crumbs?: true | readonly string[];
  /** One thing to finish: its frame leaves out what leads elsewhere on a phone, and the motif. */
  readonly task?: true;
  /** Shows a list: its search and buttons stand beside the title. */
  readonly list?: true;
  /** Not built yet: shown with a badge, its link disabled. */
  readonly comingSoon?: boolean;
  /** Calls without input that it begins with; the HTML page sends them while its program loads. */
  readonly reads?: readonly string[];
  /** The call of its list in the year `{year}`; the HTML page sends it as soon as it has read the years. */
  readonly ofYear?: string;
  /** The remote that draws it; absent: the shell. */
  readonly remote?: 'auth' | 'admission' | 'announcement' | 'billing';
}
