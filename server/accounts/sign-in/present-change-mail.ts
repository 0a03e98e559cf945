import type { WayChange } from '#server/jobs/job.ts'
import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import { inLanguage } from '#server/in-language.ts'

type Facts = { language: string; productName: string; address: string }
type Words = Record<WayChange, { subject: string; line: string }> & { wasIt: string; button: string; foot: string }

const en: Words = {
  'passkey-added': {
    subject: 'A passkey was added to your {product} account',
    line: 'A passkey was just added to your account. Anyone who has it can log in without a password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your {product} account',
    line: 'A passkey was just removed from your account. It no longer works.',
  },
  'password-changed': {
    subject: 'Your {product} password was changed',
    line: 'Your account has a new password. You’ve been logged out everywhere else, and links we emailed you before no longer work.',
  },
  wasIt: 'If this was you, there’s nothing to do.',
  button: 'This wasn’t me',
  foot: 'You’ll reset your password, which logs you out everywhere and shows the passkeys of your account, so that you can remove them.',
}

const fr: Words = {
  'passkey-added': {
    subject: 'Une clé d’accès a été ajoutée à votre compte {product}',
    line: 'Une clé d’accès vient d’être ajoutée à votre compte. Toute personne qui la possède peut se connecter sans mot de passe.',
  },
  'passkey-removed': {
    subject: 'Une clé d’accès a été retirée de votre compte {product}',
    line: 'Une clé d’accès vient d’être retirée de votre compte. Elle ne fonctionne plus.',
  },
  'password-changed': {
    subject: 'Le mot de passe de votre compte {product} a changé',
    line: 'Votre compte a un nouveau mot de passe. Tous les autres appareils ont été déconnectés et les liens reçus auparavant ne fonctionnent plus.',
  },
  wasIt: 'Si c’était vous, vous n’avez rien à faire.',
  button: 'Ce n’était pas moi',
  foot: 'Un nouveau mot de passe déconnecte tous les appareils et vous montre les clés d’accès du compte, pour que vous puissiez les supprimer.',
}

const ro: Words = {
  'passkey-added': {
    subject: 'O cheie de acces a fost adăugată contului {product}',
    line: 'O cheie de acces a fost adăugată în contul tău. Oricine o are se poate autentifica fără parolă.',
  },
  'passkey-removed': {
    subject: 'O cheie de acces a fost ștearsă din contul {product}',
    line: 'O cheie de acces a fost ștearsă din contul tău. Nu mai funcționează.',
  },
  'password-changed': {
    subject: 'Parola contului {product} a fost schimbată',
    line: 'Contul tău are o parolă nouă. Celelalte dispozitive au fost deconectate, iar linkurile primite înainte nu mai funcționează.',
  },
  wasIt: 'Dacă ai fost tu, nu trebuie să faci nimic.',
  button: 'Nu am fost eu',
  foot: 'O parolă nouă deconectează toate dispozitivele și îți arată cheile de acces ale contului, ca să le poți șterge.',
}

/** The mail that tells of a change in how one logs in, in the language of the account. */
export function presentChangeMail(change: WayChange, { language, productName, address }: Facts): Letter {
  const words = inLanguage(language, { en, fr, ro })
  const { subject, line } = words[change]
  return drawLetter({
    productName,
    subject: subject.replaceAll('{product}', productName),
    lines: [line, words.wasIt],
    button: { label: words.button, address },
    foot: words.foot,
  })
}
