import { drawLetter, type Letter } from '#server/outside/draw-letter.ts'
import { inLanguage } from '#server/in-language.ts'

type Kind = 'card' | 'link' | 'review' | 'picture'
type Facts = { kind: Kind; reason: string; alias: string; address: string; language: string; productName: string }

const en = {
  subject: {
    card: 'Your card was taken down',
    link: 'A short link of your card was switched off',
    review: 'A review was taken off your card',
    picture: 'A picture was taken off your card',
  },
  says: 'Whoever runs {product} did this to the card /{alias}. Nothing was deleted.',
  why: 'The reason: {reason}',
  object: 'If you think that this is wrong, say so: log in, and write on this page. A person reads it.',
  button: 'Object',
}
const fr: typeof en = {
  subject: {
    card: 'Votre carte a été retirée',
    link: 'Un lien court de votre carte a été désactivé',
    review: 'Un avis a été retiré de votre carte',
    picture: 'Une image a été retirée de votre carte',
  },
  says: 'La personne responsable de {product} l’a fait pour la carte /{alias}. Rien n’a été supprimé.',
  why: 'La raison : {reason}',
  object: 'Si vous pensez que c’est une erreur, dites-le : connectez-vous et écrivez sur cette page. Une personne vous lira.',
  button: 'Contester',
}
const ro: typeof en = {
  subject: {
    card: 'Cartea dumneavoastră de vizită a fost retrasă',
    link: 'Un link scurt al cărții dumneavoastră a fost dezactivat',
    review: 'O recenzie a fost retrasă de pe cartea dumneavoastră',
    picture: 'O imagine a fost retrasă de pe cartea dumneavoastră',
  },
  says: 'Cine administrează {product} a făcut acest lucru cu cartea /{alias}. Nu s-a șters nimic.',
  why: 'Motivul: {reason}',
  object: 'Dacă credeți că este o greșeală, spuneți-o: autentificați-vă și scrieți pe această pagină. O citește un om.',
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
