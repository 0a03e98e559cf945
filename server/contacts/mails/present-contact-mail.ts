import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import type { Contact } from '../tables.ts'
import { inLanguage } from '#server/in-language.ts'

type Facts = { address: string; language: string; productName: string }

const en = { subject: '{name} just connected', says: '{name} shared their details with you.', button: 'View contact' }
const fr: typeof en = {
  subject: 'Nouveau contact : {name}',
  says: '{name} vous a laissé ses coordonnées.',
  button: 'Voir le contact',
}
const ro: typeof en = {
  subject: 'Contact nou: {name}',
  says: '{name} ți-a lăsat datele de contact.',
  button: 'Vezi contactul',
}

/** What an owner reads of somebody new, whole, so that a mail on the road is enough to call back. */
export function presentContactMail(contact: Contact, { address, language, productName }: Facts): Letter {
  const words = inLanguage(language, { en, fr, ro })
  const { fullName, phoneNumber, emailAddress, title, companyName, notes } = contact
  const details = [[title, companyName].filter(Boolean).join(', '), phoneNumber, emailAddress].filter(Boolean).join('\n')
  return drawLetter({
    productName,
    subject: words.subject.replace('{name}', () => fullName),
    lines: [words.says.replace('{name}', () => fullName), details, ...(notes ? [notes] : [])],
    button: { label: words.button, address },
  })
}
