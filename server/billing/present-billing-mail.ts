import { drawLetter, type Letter } from '#server/outside/draw-letter.ts'
import { inLanguage } from '#server/in-language.ts'

export type BillingNews = { kind: 'trial-ends' | 'payment-failed'; day: Date }
type Facts = { language: string; productName: string; address: string }
type Words = { subject: string; lines: readonly string[]; button: string; foot?: string }
type Language = { tag: string } & Record<BillingNews['kind'], Words>

const en: Language = {
  tag: 'en-US',
  'trial-ends': {
    subject: 'Your PRO trial ends on {day}',
    lines: [
      'Until {day} your card shows everything PRO has. After that it goes on as a free card: nothing is deleted, and what PRO shows waits for you.',
      'You would like to keep PRO? Choose a plan now; nothing is charged before the trial ends.',
    ],
    button: 'Keep PRO',
    foot: 'You need do nothing to go on for free.',
  },
  'payment-failed': {
    subject: 'We could not collect your payment',
    lines: [
      'Your payment card was refused for this month. That happens: a card runs out, a limit is reached.',
      'It will be tried again. PRO stays open until {day}, so there is time to set it right.',
    ],
    button: 'Update my payment card',
  },
}

const fr: Language = {
  tag: 'fr-FR',
  'trial-ends': {
    subject: 'Votre essai PRO se termine le {day}',
    lines: [
      'Jusqu’au {day}, votre carte montre tout ce qu’apporte PRO. Ensuite, elle continue gratuitement : rien n’est supprimé, et ce que PRO montre vous attend.',
      'Vous voulez garder PRO ? Choisissez un abonnement dès maintenant ; rien n’est débité avant la fin de l’essai.',
    ],
    button: 'Garder PRO',
    foot: 'Pour continuer gratuitement, vous n’avez rien à faire.',
  },
  'payment-failed': {
    subject: 'Votre paiement n’est pas passé',
    lines: [
      'Votre carte bancaire a été refusée ce mois-ci. Cela arrive : une carte expire, un plafond est atteint.',
      'Le paiement sera tenté à nouveau. PRO reste ouvert jusqu’au {day} : vous avez le temps d’y remédier.',
    ],
    button: 'Changer de carte bancaire',
  },
}

const ro: Language = {
  tag: 'ro-RO',
  'trial-ends': {
    subject: 'Perioada de probă PRO se încheie pe {day}',
    lines: [
      'Până pe {day}, cartea dumneavoastră arată tot ce oferă PRO. Apoi continuă gratuit: nu se șterge nimic, iar ce arată PRO vă așteaptă.',
      'Doriți să păstrați PRO? Alegeți un abonament acum; nu se plătește nimic înainte de încheierea perioadei de probă.',
    ],
    button: 'Păstrează PRO',
    foot: 'Ca să continuați gratuit, nu trebuie să faceți nimic.',
  },
  'payment-failed': {
    subject: 'Plata dumneavoastră nu a reușit',
    lines: [
      'Cardul bancar a fost refuzat luna aceasta. Se întâmplă: un card expiră, o limită este atinsă.',
      'Se va încerca din nou. PRO rămâne deschis până pe {day}, așa că aveți timp să rezolvați.',
    ],
    button: 'Schimbă cardul bancar',
  },
}

/** What an owner has to know of their plan before it changes by itself. */
export function presentBillingMail({ kind, day }: BillingNews, { language, productName, address }: Facts): Letter {
  const spoken = inLanguage(language, { en, fr, ro })
  const { subject, lines, button, foot } = spoken[kind]
  const named = day.toLocaleDateString(spoken.tag, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const filled = (text: string) => text.replaceAll('{day}', named)
  return drawLetter({
    productName,
    subject: filled(subject),
    lines: lines.map(filled),
    button: { label: button, address: `${address}#${kind === 'trial-ends' ? 'upgrade' : 'update-card'}` },
    ...(foot === undefined ? {} : { foot }),
  })
}
