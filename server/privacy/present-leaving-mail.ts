import { drawLetter, type Letter } from '#server/outside/draw-letter.ts'
import { inLanguage } from '#server/in-language.ts'

type Facts = { language: string; productName: string; goesAt: Date; address: string }
type Words = { tag: string; subject: string; lines: readonly string[]; button: string; foot: string }

const en: Words = {
  tag: 'en-US',
  subject: 'Your {product} account goes on {day}',
  lines: [
    'Your cards are off, and on {day} everything goes for good: the account, the cards that nobody else owns, their pictures and their contacts.',
    'You changed your mind? Until then one press brings all of it back.',
  ],
  button: 'Keep my account',
  foot: 'You did not ask for this? Keep the account, then log in and end the sessions you do not know.',
}

const fr: Words = {
  tag: 'fr-FR',
  subject: 'Votre compte {product} disparaît le {day}',
  lines: [
    'Vos cartes sont éteintes et, le {day}, tout disparaît définitivement : le compte, les cartes dont vous êtes seul propriétaire, leurs images et leurs contacts.',
    'Vous avez changé d’avis ? D’ici là, un clic fait tout revenir.',
  ],
  button: 'Garder mon compte',
  foot: 'Vous n’avez rien demandé ? Gardez le compte, puis connectez-vous et fermez les sessions que vous ne reconnaissez pas.',
}

const ro: Words = {
  tag: 'ro-RO',
  subject: 'Contul dumneavoastră {product} dispare pe {day}',
  lines: [
    'Cărțile sunt oprite, iar pe {day} totul dispare definitiv: contul, cărțile pe care nu le mai are nimeni altcineva, imaginile și contactele lor.',
    'V-ați răzgândit? Până atunci, o singură apăsare aduce totul înapoi.',
  ],
  button: 'Păstrează contul',
  foot: 'Nu ați cerut acest lucru? Păstrați contul, apoi intrați și închideți sesiunile pe care nu le cunoașteți.',
}

/** The mail with the way back, in the language of who goes. */
export function presentLeavingMail({ language, productName, goesAt, address }: Facts): Letter {
  const words = inLanguage(language, { en, fr, ro })
  const day = goesAt.toLocaleDateString(words.tag, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const filled = (text: string) => text.replaceAll('{product}', productName).replaceAll('{day}', day)
  return drawLetter({
    productName,
    subject: filled(words.subject),
    lines: words.lines.map(filled),
    button: { label: words.button, address },
    foot: words.foot,
  })
}
