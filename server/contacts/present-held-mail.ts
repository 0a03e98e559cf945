import { keeping } from '#contract/keeping.ts'
import { drawLetter, type Letter } from '#server/outside/draw-letter.ts'
import { inLanguage } from '#server/in-language.ts'

type Facts = { count: number; isFlood: boolean; address: string; language: string; productName: string }

const en = {
  flood: 'Many forms are coming to your card',
  subject: 'Some contacts of yours are held',
  says: 'More forms come to your card than people usually send. Who proves that a browser sent theirs is announced to you as always.',
  kept: 'Held until now: {count}. They came in a flood or look like a machine’s, so you were not notified of each. None is deleted now.',
  look: 'Real people may be among them: look at those marked “Held”. What nobody has opened {days} days after such a mail is deleted.',
  button: 'Look at your contacts',
}
const fr: typeof en = {
  flood: 'De nombreux formulaires arrivent sur votre carte',
  subject: 'Certains de vos contacts sont retenus',
  says: 'Votre carte reçoit plus de formulaires que d’ordinaire. Ceux dont un navigateur a fourni la preuve vous sont annoncés comme toujours.',
  kept: 'Retenus jusqu’ici : {count}. Ils sont venus dans un afflux ou semblent venir d’une machine ; vous n’avez pas été averti de chacun. Aucun n’est supprimé maintenant.',
  look: 'De vraies personnes s’y trouvent peut-être : regardez ceux marqués « Retenu ». Ce que personne n’a ouvert {days} jours après un tel message est supprimé.',
  button: 'Voir vos contacts',
}
const ro: typeof en = {
  flood: 'Pe cartea dumneavoastră sosesc multe formulare',
  subject: 'Unele contacte ale dumneavoastră sunt reținute',
  says: 'Cartea primește mai multe formulare decât de obicei. Cele dovedite de un browser vă sunt anunțate ca întotdeauna.',
  kept: 'Reținute până acum: {count}. Au venit într-un val sau par ale unei mașini, așa că nu ați fost anunțat de fiecare. Niciunul nu este șters acum.',
  look: 'Printre ele pot fi oameni adevărați: uitați-vă la cele marcate „Reținut”. Ce nu a deschis nimeni la {days} de zile după un astfel de mesaj este șters.',
  button: 'Vedeți contactele',
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
