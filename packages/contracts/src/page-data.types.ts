import type { Page } from './page.types.ts';

/** JSON in `#gerbang-public` of the HTML page, for every visitor: the foundation's name and contact. */
export interface PublicData {
  readonly name?: string;
  readonly contact?: { readonly whatsapp?: string } | null;
  /** Address of the school's logo, in place of the portal's mark. */
  readonly logo?: string;
  /** The school's own words for levels, where they differ from the levels' names. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The names of the levels that families can register for, as one line. */
  readonly levels?: string;
  /** Plain text of the school beside the login. */
  readonly note?: string;
  /** Why families cannot begin yet: the portal is being prepared. */
  readonly notice?: string;
  /** Whether the page comes from a local run: only there is the gallery of components. */
  readonly local?: boolean;
  /** Whether families pay through a provider; only then its page is in the navigation. */
  readonly payments?: boolean;
}

/** JSON in `#gerbang-page` of the HTML page: what the gateway knows of the address before any script runs. */
export interface PageData {
  /** By the name of a remote, the address of its entry with the hash of its content. */
  readonly entries?: Readonly<Record<string, string>>;
  /** Addresses of the scripts that draw the page of a remote. */
  readonly files?: readonly string[];
  /** The remote that draws the page, or cards on it, and the page's path in the table. */
  readonly area?: Page['remote'];
  readonly path?: string;
  readonly dashboard?: boolean;
  /** Title, description and breadcrumbs; of a page behind the login absent without a session cookie, as are the reads. */
  readonly title?: string;
  readonly description?: string;
  readonly crumbs?: readonly string[];
  /** Whether its frame leaves out what leads elsewhere. */
  readonly task?: boolean;
  /** Whether it is the page of a list, whose title stands in the bar. */
  readonly list?: boolean;
  /** The business day `YYYY-MM-DD`, and its words in both calendars: a slow phone takes 0.2 s to compute the Hijri date. */
  readonly today?: { readonly day: string; readonly text: string };
  /** Calls that the page begins with. */
  readonly reads?: readonly string[];
  /** The call of its list in the year `{year}`. */
  readonly ofYear?: string;
}
