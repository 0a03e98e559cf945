import { drawLetter, type Letter } from '#server/outside/draw-letter.ts'

type Facts = { name: string; owner: string; address: string; language: string; productName: string }

const en = {
  subject: 'The card of {owner}',
  says: 'Hello {name}, here is the card of {owner}, as you asked. The file puts it into your contacts.',
  button: 'Open the card',
  foot: 'You did not ask for this? Somebody typed your address by mistake. Nothing more will come of it.',
}
const fr: typeof en = {
  subject: 'La carte de {owner}',
  says: 'Bonjour {name}, voici la carte de {owner}, comme demandé. Le fichier l’ajoute à vos contacts.',
  button: 'Ouvrir la carte',
  foot: 'Vous n’avez rien demandé ? Quelqu’un a saisi votre adresse par erreur. Il n’y aura pas de suite.',
}
const ro: typeof en = {
  subject: 'Cartea lui {owner}',
  says: 'Bună ziua, {name}, iată cartea lui {owner}, așa cum ați cerut. Fișierul o adaugă la contacte.',
  button: 'Deschide cartea',
  foot: 'Nu ați cerut acest lucru? Cineva a scris adresa din greșeală. Nu va mai urma nimic.',
}

export function presentCardMail({ name, owner, address, language, productName }: Facts): Letter {
  const words = language.startsWith('fr') ? fr : language === 'ro' ? ro : en
  const said = (sentence: string) => sentence.replaceAll('{owner}', owner).replaceAll('{name}', name)
  return drawLetter({
    productName,
    subject: said(words.subject),
    lines: [said(words.says)],
    button: { label: words.button, address },
    foot: words.foot,
  })
}
