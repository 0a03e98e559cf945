import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import { plainWords } from '#server/integrations/plain-words.ts'
import { inLanguage } from '#server/in-language.ts'

type Facts = { language: string; productName: string; name: string; code: string; address: string }

const en = {
  subject: 'Your code for the card of {name}',
  lines: ['Someone wants to claim the card of {name} on {product}. If that’s you, here’s the code:', '{code}', 'It works once, for a day.'],
  button: 'Claim this card',
  foot: 'Didn’t request this? You can ignore this email: without the code, no one can claim the card.',
}
const fr: typeof en = {
  subject: 'Votre code pour la carte « {name} »',
  lines: [
    'Quelqu’un souhaite revendiquer la carte « {name} » sur {product}. Si c’est vous, voici le code :',
    '{code}',
    'Il est valable un jour et ne sert qu’une fois.',
  ],
  button: 'Revendiquer cette carte',
  foot: 'Vous n’avez rien demandé ? Ignorez ce message : sans le code, personne ne peut obtenir la carte.',
}
const ro: typeof en = {
  subject: 'Codul pentru cartea de vizită {name}',
  lines: [
    'Cineva vrea să revendice cartea de vizită {name} de pe {product}. Dacă ești tu, acesta este codul:',
    '{code}',
    'Funcționează o singură dată, timp de o zi.',
  ],
  button: 'Revendică această carte de vizită',
  foot: 'Nu ai cerut asta? Poți ignora acest e-mail: fără cod, nimeni nu poate primi cartea de vizită.',
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
