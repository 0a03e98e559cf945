import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
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
      'You have all the PRO features until {day}. After that your card stays free: nothing is deleted, and everything comes back if you upgrade.',
      'Want to keep PRO? Choose a plan now. You won’t be charged before the trial ends.',
    ],
    button: 'Keep PRO',
    foot: 'To keep the free plan, do nothing.',
  },
  'payment-failed': {
    subject: 'Your payment failed',
    lines: [
      'Your payment method was declined this month. It happens, for example when a card expires or reaches its limit.',
      'We’ll try again. You keep PRO until {day}, so there’s time to fix it.',
    ],
    button: 'Update payment method',
  },
}

const fr: Language = {
  tag: 'fr-FR',
  'trial-ends': {
    subject: 'Votre essai PRO se termine le {day}',
    lines: [
      'Vous avez toutes les fonctions PRO jusqu’au {day}. Ensuite, votre carte reste gratuite : rien n’est supprimé, et tout revient si vous passez à PRO.',
      'Vous voulez garder PRO ? Choisissez un abonnement dès maintenant ; rien n’est débité avant la fin de l’essai.',
    ],
    button: 'Garder PRO',
    foot: 'Pour continuer gratuitement, vous n’avez rien à faire.',
  },
  'payment-failed': {
    subject: 'Votre paiement n’est pas passé',
    lines: [
      'Votre mode de paiement a été refusé ce mois-ci. Cela arrive, par exemple quand une carte expire ou qu’un plafond est atteint.',
      'Le paiement sera tenté à nouveau. PRO reste ouvert jusqu’au {day} : vous avez le temps d’y remédier.',
    ],
    button: 'Mettre à jour le mode de paiement',
  },
}

const ro: Language = {
  tag: 'ro-RO',
  'trial-ends': {
    subject: 'Perioada de probă PRO se încheie pe {day}',
    lines: [
      'Ai toate funcțiile PRO până pe {day}. Apoi cartea ta de vizită rămâne gratuită: nu se șterge nimic, iar totul revine dacă treci la PRO.',
      'Vrei să păstrezi PRO? Alege un abonament acum; nu se plătește nimic înainte de încheierea perioadei de probă.',
    ],
    button: 'Păstrează PRO',
    foot: 'Ca să continui gratuit, nu trebuie să faci nimic.',
  },
  'payment-failed': {
    subject: 'Plata ta nu a reușit',
    lines: [
      'Metoda ta de plată a fost refuzată luna aceasta. Se întâmplă, de exemplu, când un card expiră sau se atinge o limită.',
      'Se va încerca din nou. PRO rămâne deschis până pe {day}, așa că ai timp să rezolvi.',
    ],
    button: 'Actualizează metoda de plată',
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
