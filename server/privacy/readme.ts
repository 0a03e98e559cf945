import { archiveVersion, type ArchiveHead } from '#contract/accounts/archive.ts'

/** The README of an archive, for a person who opens it in five years. */
export const readme = (
  { productVersion, madeOn, cards }: ArchiveHead,
  productName: string,
) => `${productName}: everything about you and your cards
Made on ${madeOn} by version ${productVersion}. Cards: ${cards.join(', ') || 'none'}.

This archive holds other people's details too: those of your contacts. Keep it where only you can read it.

  account.json              you: email, name, how you log in, where you are logged in
  cards/ADDRESS/card.json   the card: every field, services, named versions, your unpublished changes, labels,
                            devices that get notifications, connections, short links, the plan, who pays
                            for it and every invoice
  cards/ADDRESS/pictures/   the photos and logos you published
  cards/ADDRESS/sent/       pictures you uploaded and did not publish: those in your unpublished changes
                            (draft in card.json), and recent uploads you did not use
  cards/ADDRESS/contacts/   your contacts twice: .csv opens as a spreadsheet, .jsonl is complete (one contact
                            per line) with your notes and what each person agreed to
  cards/ADDRESS/visits/     how often each event happened on your card, by day; no person is identified
  schema.json               the format of each part, as JSON Schema, for programs (format ${archiveVersion})

Not included, because it would grant access: passwords, passkeys, session and notification keys,
signing secrets of connections.

To move to another installation, give this file to the person who runs it. Plans and invoices are not
moved, and neither are unpublished pictures: upload them again there.

  npm run carte -- import-archive FILE
  npm run carte -- import-archive FILE --alias ANOTHER-ADDRESS
`
