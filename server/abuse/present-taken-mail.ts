import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import { inLanguage } from '#server/in-language.ts'

type Kind = 'card' | 'link' | 'review' | 'picture'
type Facts = { kind: Kind; reason: string; alias: string; address: string; language: string; productName: string }

const en = {
  subject: {
    card: 'Your card was taken down',
    link: 'A short link on your card was turned off',
    review: 'A review was removed from your card',
    picture: 'An image was removed from your card',
  },
  says: 'An administrator did this to the card /{alias}. Nothing was deleted.',
  why: 'Reason: {reason}',
  object: 'If you think this is a mistake, you can appeal: log in and tell us why. Someone will review it.',
  button: 'Appeal',
}
const fr: typeof en = {
  subject: {
    card: 'Votre carte a été retirée',
    link: 'Un lien court de votre carte a été désactivé',
    review: 'Un avis a été retiré de votre carte',
    picture: 'Une image a été retirée de votre carte',
  },
  says: 'Un administrateur a pris cette mesure pour la carte /{alias}. Rien n’a été supprimé.',
  why: 'Motif : {reason}',
  object: 'Si c’est une erreur, vous pouvez contester : connectez-vous et expliquez-nous pourquoi. Votre message sera examiné.',
  button: 'Contester',
}
const ro: typeof en = {
  subject: {
    card: 'Cartea ta de vizită a fost retrasă',
    link: 'Un link scurt de pe cartea ta de vizită a fost dezactivat',
    review: 'O recenzie a fost retrasă de pe cartea ta de vizită',
    picture: 'O imagine a fost retrasă de pe cartea ta de vizită',
  },
  says: 'Un administrator a luat această măsură pentru cartea de vizită /{alias}. Nu s-a șters nimic.',
  why: 'Motivul: {reason}',
  object: 'Dacă este o greșeală, poți contesta: autentifică-te și spune-ne de ce. Cineva va verifica.',
  button: 'Contestă',
}

/** To the owner, in their language. Nothing in it is of whoever reported. */
export function presentTakenMail({ kind, reason, alias, address, language, productName }: Facts): Letter {
  const words = inLanguage(language, { en, fr, ro })
  const facts: Record<string, string> = { product: productName, alias, reason }
  const say = (text: string) => text.replace(/\{(\w+)\}/g, (hole, fact: string) => facts[fact] ?? hole)
  return drawLetter({
    productName,
    subject: words.subject[kind],
    lines: [say(words.says), ...(reason ? [say(words.why)] : []), words.object],
    button: { label: words.button, address },
  })
}
