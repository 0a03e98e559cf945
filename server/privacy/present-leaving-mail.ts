import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import { inLanguage } from '#server/in-language.ts'

type Facts = { language: string; productName: string; goesAt: Date; address: string }
type Words = { tag: string; subject: string; lines: readonly string[]; button: string; foot: string }

const en: Words = {
  tag: 'en-US',
  subject: 'Your {product} account will be deleted on {day}',
  lines: [
    'Your cards are offline. On {day} everything is permanently deleted: your account, the cards that no one else owns, their photos and their contacts.',
    'Changed your mind? Until then, one click keeps all of it.',
  ],
  button: 'Keep my account',
  foot: 'Didn’t request this? Keep the account, then log out any devices you don’t recognize.',
}

const fr: Words = {
  tag: 'fr-FR',
  subject: 'Votre compte {product} sera supprimé le {day}',
  lines: [
    'Vos cartes sont hors ligne. Le {day}, tout sera supprimé définitivement : le compte, les cartes qui n’ont pas d’autre propriétaire, leurs images et leurs contacts.',
    'Vous avez changé d’avis ? Jusque-là, un clic suffit pour tout garder.',
  ],
  button: 'Garder mon compte',
  foot: 'Vous n’avez rien demandé ? Gardez le compte, puis déconnectez les appareils que vous ne reconnaissez pas.',
}

const ro: Words = {
  tag: 'ro-RO',
  subject: 'Contul tău {product} va fi șters pe {day}',
  lines: [
    'Cărțile tale de vizită sunt offline. Pe {day} se șterge totul definitiv: contul, cărțile de vizită fără alt proprietar, imaginile și contactele lor.',
    'Te-ai răzgândit? Până atunci, un clic este de ajuns ca să păstrezi totul.',
  ],
  button: 'Păstrează contul',
  foot: 'Nu ai cerut asta? Păstrează contul, apoi deconectează dispozitivele pe care nu le recunoști.',
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
