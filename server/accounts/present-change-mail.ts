import type { WayChange } from '#server/jobs/job.ts'
import { drawLetter, type Letter } from '#server/outside/draw-letter.ts'
import { inLanguage } from '#server/in-language.ts'

type Facts = { language: string; productName: string; address: string }
type Words = Record<WayChange, { subject: string; line: string }> & { wasIt: string; button: string; foot: string }

const en: Words = {
  'passkey-added': {
    subject: 'A passkey was added to your {product} account',
    line: 'A passkey was just added to your account. Whoever holds it can log in without a password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your {product} account',
    line: 'A passkey was just removed from your account. It opens nothing any more.',
  },
  'password-changed': {
    subject: 'The password of your {product} account was changed',
    line: 'Your account has a new password. Every session from before is over, and the links mailed to you before lead nowhere.',
  },
  wasIt: 'Was it you? Then all is well.',
  button: 'It was not me: choose a new password',
  foot: 'A new password ends every session and shows which passkeys open your account, so that you can remove them.',
}

const fr: Words = {
  'passkey-added': {
    subject: 'Une clé d’accès a été ajoutée à votre compte {product}',
    line: 'Une clé d’accès vient d’être ajoutée à votre compte. Qui la détient peut se connecter sans mot de passe.',
  },
  'passkey-removed': {
    subject: 'Une clé d’accès a été retirée de votre compte {product}',
    line: 'Une clé d’accès vient d’être retirée de votre compte. Elle n’ouvre plus rien.',
  },
  'password-changed': {
    subject: 'Le mot de passe de votre compte {product} a changé',
    line: 'Votre compte a un nouveau mot de passe. Toutes les sessions précédentes sont fermées, et les liens reçus auparavant ne mènent plus nulle part.',
  },
  wasIt: 'C’était vous ? Alors tout va bien.',
  button: 'Ce n’était pas moi : choisir un nouveau mot de passe',
  foot: 'Un nouveau mot de passe ferme toutes les sessions et montre les clés d’accès qui ouvrent votre compte, pour que vous puissiez les retirer.',
}

const ro: Words = {
  'passkey-added': {
    subject: 'O cheie de acces a fost adăugată contului {product}',
    line: 'O cheie de acces tocmai a fost adăugată contului dumneavoastră. Cine o are se poate conecta fără parolă.',
  },
  'passkey-removed': {
    subject: 'O cheie de acces a fost ștearsă din contul {product}',
    line: 'O cheie de acces tocmai a fost ștearsă din contul dumneavoastră. Nu mai deschide nimic.',
  },
  'password-changed': {
    subject: 'Parola contului {product} a fost schimbată',
    line: 'Contul dumneavoastră are o parolă nouă. Toate sesiunile dinainte s-au încheiat, iar linkurile primite înainte nu mai duc nicăieri.',
  },
  wasIt: 'Ați fost dumneavoastră? Atunci totul este în regulă.',
  button: 'Nu am fost eu: aleg o parolă nouă',
  foot: 'O parolă nouă închide toate sesiunile și arată cheile de acces care deschid contul, ca să le puteți șterge.',
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
