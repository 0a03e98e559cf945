/** What the server answered, and to what: the recipient, or the whole message. */
export type Rejection = { step: 'recipientRefused' | 'messageRefused'; answer: string }

/** A permanent rejection of the recipient: a retry gets the same answer. */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused'
  /** Private, so that no log writes it: the server's answer contains the address. */
  readonly #rejection: Rejection | null

  constructor(message: string, rejection: Rejection | null) {
    super(message)
    this.#rejection = rejection
  }

  /** Null: not sent, because earlier mails were refused. */
  get rejection() {
    return this.#rejection
  }
}
