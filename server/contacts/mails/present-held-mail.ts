import { keeping } from '#contract/accounts/keeping.ts'
import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import { inLanguage } from '#server/in-language.ts'

type Facts = { count: number; isFlood: boolean; address: string; language: string; productName: string }

const en = {
  flood: 'Your card is getting a lot of forms',
  subject: 'Possible spam on your card',
  says: 'Your card is getting more forms than usual. We still notify you of every verified contact.',
  kept: 'Possible spam so far: {count}. These look automated, so we didn’t notify you of each one. Nothing has been deleted.',
  look: 'Check the contacts marked “Possible spam”: some may be from real people. Those you don’t open are deleted {days} days after this email.',
  button: 'View contacts',
}
const fr: typeof en = {
  flood: 'Votre carte reçoit beaucoup de formulaires',
  subject: 'Contacts peut-être indésirables sur votre carte',
  says: 'Votre carte reçoit plus de formulaires que d’habitude. Vous continuez à recevoir les notifications des contacts vérifiés.',
  kept: 'Contacts peut-être indésirables : {count}. Ils semblent automatiques, donc nous ne vous avons pas envoyé de notification pour chacun. Rien n’est supprimé pour l’instant.',
  look: 'Vérifiez les contacts marqués « Indésirable possible » : de vraies personnes s’y trouvent peut-être. Ceux que vous n’ouvrez pas sont supprimés {days} jours après ce message.',
  button: 'Voir vos contacts',
}
const ro: typeof en = {
  flood: 'Cartea ta de vizită primește multe formulare',
  subject: 'Posibil spam pe cartea ta de vizită',
  says: 'Cartea ta de vizită primește mai multe formulare decât de obicei. Pentru contactele verificate primești notificări ca până acum.',
  kept: 'Contacte care par spam: {count}. Par automate, așa că nu ți-am trimis câte o notificare. Nu se șterge nimic acum.',
  look: 'Verifică-le pe cele marcate „Posibil spam”: unele pot fi de la persoane reale. Cele pe care nu le deschizi se șterg la {days} de zile după acest mesaj.',
  button: 'Vezi contactele',
}

/** To the owner, in their language. Nothing in it is of whoever wrote. */
export function presentHeldMail({ count, isFlood, address, language, productName }: Facts): Letter {
  const words = inLanguage(language, { en, fr, ro })
  return drawLetter({
    productName,
    subject: isFlood ? words.flood : words.subject,
    lines: [
      ...(isFlood ? [words.says] : []),
      words.kept.replace('{count}', String(count)),
      words.look.replace('{days}', String(keeping.heldContactDays)),
    ],
    button: { label: words.button, address },
  })
}
