/** A template as the portal knows it; `template-registration.ts` makes of it what is registered at Meta. */
export interface MessageTemplate {
  readonly name: string;
  /** Meta writes the text of authentication templates itself and wants the code a second time, for its copy button. */
  readonly category: 'authentication' | 'utility';
  /** The order in which the values of a message are kept. `link` is the last and belongs to the button. */
  readonly params: readonly string[];
  /** The order before a value was left out: rows of that time may still wait. */
  readonly formerly?: readonly string[];
  /** Values for parameters that the sender left empty: Meta refuses empty ones. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** What the message says; `{{n}}` is the n-th parameter. */
  readonly text: string;
  /** The label of the button that opens the link. */
  readonly button?: string;
}

/** A message of use to its reader, which Meta approves as such. */
export const utility = (template: Omit<MessageTemplate, 'category'>): MessageTemplate => ({
  category: 'utility',
  ...template,
});
