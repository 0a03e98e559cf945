import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
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
    subject: 'Confirm your email for {product}',
    lines: ['One step left: confirm that this address is yours and create a password. The link works for a day.'],
    button: 'Confirm email',
  },
  reset: {
    subject: 'Reset your {product} password',
    lines: ['Open this link within an hour to choose a new password. It works once, and logs you out everywhere.'],
    button: 'Reset password',
  },
  known: {
    subject: 'You already have a {product} account',
    lines: [
      'Someone tried to sign up with your email, but you already have an account. This link logs you in. It works once, for 15 minutes.',
    ],
    button: 'Log in',
  },
  foot: 'Didn’t request this? You can ignore this email.',
}

const fr: Words = {
  'sign-in': {
    subject: 'Votre lien de connexion à {product}',
    lines: ['Ouvrez ce lien dans les 15 minutes pour vous connecter. Il ne sert qu’une fois.'],
    button: 'Se connecter',
  },
  'sign-up': {
    subject: 'Confirmez votre adresse pour {product}',
    lines: ['Plus qu’une étape : confirmez que cette adresse est la vôtre et choisissez un mot de passe. Le lien est valable un jour.'],
    button: 'Confirmer mon adresse',
  },
  reset: {
    subject: 'Réinitialisez votre mot de passe {product}',
    lines: ['Ouvrez ce lien dans l’heure pour choisir un nouveau mot de passe. Il ne sert qu’une fois et déconnecte tous vos appareils.'],
    button: 'Réinitialiser le mot de passe',
  },
  known: {
    subject: 'Vous avez déjà un compte {product}',
    lines: [
      'Quelqu’un a essayé de créer un compte avec votre adresse, mais vous en avez déjà un. Ce lien vous connecte ; il est valable 15 minutes et ne sert qu’une fois.',
    ],
    button: 'Se connecter',
  },
  foot: 'Vous n’avez rien demandé ? Vous pouvez ignorer ce message.',
}

const ro: Words = {
  'sign-in': {
    subject: 'Linkul tău de autentificare la {product}',
    lines: ['Deschide acest link în cel mult 15 minute ca să te autentifici. Funcționează o singură dată.'],
    button: 'Autentificare',
  },
  'sign-up': {
    subject: 'Confirmă-ți e-mailul pentru {product}',
    lines: ['Mai ai un pas: confirmă că această adresă este a ta și creează o parolă. Linkul este valabil o zi.'],
    button: 'Confirmă e-mailul',
  },
  reset: {
    subject: 'Resetează-ți parola {product}',
    lines: [
      'Deschide acest link în cel mult o oră ca să alegi o parolă nouă. Funcționează o singură dată și te deconectează de peste tot.',
    ],
    button: 'Resetează parola',
  },
  known: {
    subject: 'Ai deja un cont {product}',
    lines: [
      'Cineva a încercat să creeze un cont cu adresa ta, dar ai deja unul. Cu acest link te autentifici; funcționează o singură dată, timp de 15 minute.',
    ],
    button: 'Autentificare',
  },
  foot: 'Nu ai cerut asta? Poți ignora acest e-mail.',
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
