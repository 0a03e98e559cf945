import { drawLetter, type Letter } from '#server/outside/draw-letter.ts'
import { plainWords } from '#server/outside/plain-words.ts'
import { inLanguage } from '#server/in-language.ts'

type Facts = { language: string; productName: string; name: string; code: string; address: string }

const en = {
  subject: 'The code for the card of {name}',
  lines: [
    'Somebody wants to take over the card of {name} at {product}. If that is you, this is the code:',
    '{code}',
    'It works once, for a day.',
  ],
  button: 'Claim this card',
  foot: 'You did not ask for this? Then do nothing: without the code nobody gets the card.',
}
const fr: typeof en = {
  subject: 'Le code de la carte de {name}',
  lines: [
    'Quelqu’un veut reprendre la carte de {name} sur {product}. Si c’est vous, voici le code :',
    '{code}',
    'Il sert une fois, pendant un jour.',
  ],
  button: 'Reprendre cette carte',
  foot: 'Vous n’avez rien demandé ? Alors ne faites rien : sans le code, personne n’obtient la carte.',
}
const ro: typeof en = {
  subject: 'Codul pentru cartea de vizită {name}',
  lines: [
    'Cineva vrea să preia cartea de vizită {name} de la {product}. Dacă sunteți dumneavoastră, acesta este codul:',
    '{code}',
    'Funcționează o singură dată, timp de o zi.',
  ],
  button: 'Preia cartea',
  foot: 'Nu ați cerut acest lucru? Atunci nu faceți nimic: fără cod nimeni nu primește cartea.',
}

/** The code, in the language of who asked for it. */
export function presentClaimMail({ language, productName, name, code, address }: Facts): Letter {
  const words = inLanguage(language, { en, fr, ro })
  const facts: Record<string, string> = { product: productName, name: plainWords(name), code }
  // In one pass: a name that reads {code} is no place for it.
  const say = (text: string) => text.replace(/\{(\w+)\}/g, (hole, fact: string) => facts[fact] ?? hole)
  return drawLetter({
    productName,
    subject: say(words.subject),
    lines: words.lines.map(say),
    button: { label: words.button, address },
    foot: words.foot,
  })
}
