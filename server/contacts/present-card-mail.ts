import { drawLetter, type Letter } from '#server/outside/draw-letter.ts'
import { plainWords } from '#server/outside/plain-words.ts'
import { inLanguage } from '#server/in-language.ts'

/** None of the words a visitor typed: they may be anybody's, and the mail goes out in our name. */
type Facts = { owner: string; address: string; language: string; productName: string }

const en = {
  subject: 'The card of {owner}',
  says: 'Here is the card of {owner}, as you asked. The file puts it into your contacts.',
  button: 'Open the card',
  foot: 'You did not ask for this? Somebody typed your address by mistake. Nothing more will come of it.',
}
const fr: typeof en = {
  subject: 'La carte de {owner}',
  says: 'Voici la carte de {owner}, comme demandé. Le fichier l’ajoute à vos contacts.',
  button: 'Ouvrir la carte',
  foot: 'Vous n’avez rien demandé ? Quelqu’un a saisi votre adresse par erreur. Il n’y aura pas de suite.',
}
const ro: typeof en = {
  subject: 'Cartea de vizită {owner}',
  says: 'Iată cartea de vizită {owner}, așa cum ați cerut. Fișierul o adaugă la contacte.',
  button: 'Deschide cartea',
  foot: 'Nu ați cerut acest lucru? Cineva a scris adresa din greșeală. Nu va mai urma nimic.',
}

export function presentCardMail({ owner, address, language, productName }: Facts): Letter {
  const words = inLanguage(language, { en, fr, ro })
  const said = (sentence: string) => sentence.replaceAll('{owner}', () => plainWords(owner))
  return drawLetter({
    productName,
    subject: said(words.subject),
    lines: [said(words.says)],
    button: { label: words.button, address },
    foot: words.foot,
  })
}
