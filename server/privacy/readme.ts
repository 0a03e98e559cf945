import { archiveVersion, type ArchiveHead } from '#contract/accounts/archive.ts'

/** The page on top of an archive, for a person who opens it in five years. */
export const readme = (
  { productVersion, madeOn, cards }: ArchiveHead,
  productName: string,
) => `${productName}: everything about you and your cards
Made on ${madeOn} by version ${productVersion}. Cards: ${cards.join(', ') || 'none'}.

This archive holds other people's details too: those of your contacts. Keep it where only you can read it.

  account.json              you: e-mail, name, how you sign in, where you are signed in
  cards/ADDRESS/card.json   the card: every field, services, named versions, your unpublished changes, labels,
                            devices that get notices, short links, the plan as it was, who pays for it
                            and every invoice
  cards/ADDRESS/pictures/   the pictures, as they were kept when you uploaded them
  cards/ADDRESS/sent/       pictures that you sent and did not publish: those that your unpublished changes name
                            (draft in card.json), and what you sent lately and did not take
  cards/ADDRESS/contacts/   your contacts twice: .csv opens as a table, .jsonl is complete (one contact a line)
                            with your notes and what each person agreed to
  cards/ADDRESS/visits/     how often what happened on your card, by day; nobody is named in it
  schema.json               what each part holds, as JSON Schema, for programs (format ${archiveVersion})

Not in it, because it would open doors: passwords, passkeys, session and notification keys.

To move to another installation, give this file to whoever runs it. Plans and invoices stay behind: they
are between you and this one. So do pictures that are not published: send them again there.

  npm run carte -- import-archive FILE
  npm run carte -- import-archive FILE --alias ANOTHER-ADDRESS
`
