import { drawLetter, type Letter } from '#server/outside/draw-letter.ts'
import { inLanguage } from '#server/in-language.ts'

export type LinkMailKind = 'sign-in' | 'sign-up' | 'reset' | 'known'
type Facts = { language: string; productName: string; address: string }
type Words = Record<LinkMailKind, { subject: string; lines: readonly string[]; button: string }> & { foot: string }

const en: Words = {
  'sign-in': {
    subject: 'Your link to log in to {product}',
    lines: ['Open this link within 15 minutes to log in. It works once.'],
    button: 'Log in',
  },
  'sign-up': {
    subject: 'Confirm your e-mail for {product}',
    lines: ['One step left: confirm that this address is yours and choose a password. The link works for a day.'],
    button: 'Confirm and go on',
  },
  reset: {
    subject: 'Choose a new password for {product}',
    lines: ['Open this link within an hour to choose a new password. It works once, and ends every session you have.'],
    button: 'Choose a password',
  },
  known: {
    subject: 'You already have an account at {product}',
    lines: [
      'Somebody asked for an account with this address, and there is one already. This link logs you in; it works once, for 15 minutes.',
    ],
    button: 'Log in',
  },
  foot: 'You did not ask for this? Then do nothing: without the link nobody gets in.',
}

const fr: Words = {
  'sign-in': {
    subject: 'Votre lien pour ouvrir {product}',
    lines: ['Ouvrez ce lien dans les 15 minutes pour vous connecter. Il ne sert qu’une fois.'],
    button: 'Se connecter',
  },
  'sign-up': {
    subject: 'Confirmez votre adresse pour {product}',
    lines: ['Plus qu’une étape : confirmez que cette adresse est la vôtre et choisissez un mot de passe. Le lien est valable un jour.'],
    button: 'Confirmer et continuer',
  },
  reset: {
    subject: 'Choisissez un nouveau mot de passe pour {product}',
    lines: ['Ouvrez ce lien dans l’heure pour choisir un nouveau mot de passe. Il ne sert qu’une fois et ferme toutes vos sessions.'],
    button: 'Choisir un mot de passe',
  },
  known: {
    subject: 'Vous avez déjà un compte {product}',
    lines: [
      'Quelqu’un a demandé un compte avec cette adresse, et il en existe un. Ce lien vous connecte ; il ne sert qu’une fois, pendant 15 minutes.',
    ],
    button: 'Se connecter',
  },
  foot: 'Vous n’avez rien demandé ? Alors ne faites rien : sans le lien, personne n’entre.',
}

const ro: Words = {
  'sign-in': {
    subject: 'Linkul pentru conectare la {product}',
    lines: ['Deschideți acest link în 15 minute pentru a vă conecta. Funcționează o singură dată.'],
    button: 'Conectare',
  },
  'sign-up': {
    subject: 'Confirmați adresa pentru {product}',
    lines: ['Încă un pas: confirmați că această adresă este a dumneavoastră și alegeți o parolă. Linkul este valabil o zi.'],
    button: 'Confirmă și continuă',
  },
  reset: {
    subject: 'Alegeți o parolă nouă pentru {product}',
    lines: ['Deschideți acest link într-o oră pentru a alege o parolă nouă. Funcționează o singură dată și închide toate sesiunile.'],
    button: 'Alege o parolă',
  },
  known: {
    subject: 'Aveți deja un cont la {product}',
    lines: [
      'Cineva a cerut un cont cu această adresă, iar unul există deja. Acest link vă conectează; funcționează o singură dată, timp de 15 minute.',
    ],
    button: 'Conectare',
  },
  foot: 'Nu ați cerut acest lucru? Atunci nu faceți nimic: fără link nu intră nimeni.',
}

/** A mail with one button in it, in the language of who asked. */
export function presentLinkMail(kind: LinkMailKind, { language, productName, address }: Facts): Letter {
  const words = inLanguage(language, { en, fr, ro })
  const { subject, lines, button } = words[kind]
  return drawLetter({
    productName,
    subject: subject.replaceAll('{product}', productName),
    lines,
    button: { label: button, address },
    foot: words.foot,
  })
}
