import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import { plainWords } from '#server/integrations/plain-words.ts'
import { inLanguage } from '#server/in-language.ts'

/** None of the words a visitor typed: they may be anybody's, and the mail goes out in our name. */
type Facts = { owner: string; address: string; language: string; productName: string }

const en = {
  subject: '{owner}: business card',
  says: 'Here’s the card you asked for, from {owner}. Open the attachment to save it to your contacts.',
  button: 'Open the card',
  foot: 'Didn’t request this? Someone probably typed your address by mistake. You can ignore this email.',
}
const fr: typeof en = {
  subject: 'Carte de visite : {owner}',
  says: 'Voici la carte « {owner} », comme demandé. Ouvrez la pièce jointe pour l’enregistrer.',
  button: 'Ouvrir la carte',
  foot: 'Vous n’avez rien demandé ? Quelqu’un a sans doute saisi votre adresse par erreur. Vous pouvez ignorer ce message.',
}
const ro: typeof en = {
  subject: 'Cartea de vizită {owner}',
  says: 'Iată cartea de vizită {owner}, așa cum ai cerut. Deschide atașamentul ca să o salvezi.',
  button: 'Deschide cartea de vizită',
  foot: 'Nu ai cerut asta? Probabil cineva a scris adresa din greșeală. Poți ignora acest e-mail.',
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
