import type { Catalogue } from './en.ts'
import { frFR } from './fr-FR.ts'

/** French as in Canada: courriel, texto, forfait. */
export const frCA: Catalogue = {
  ...frFR,

  'nav.freePlan': 'Forfait gratuit',

  'dock.message': 'M’envoyer un texto',
  'dock.message.team': 'Nous envoyer un texto',

  'home.mobile': 'Cellulaire',
  'home.notAvailableWhy': 'Le forfait de cette carte n’inclut pas ce lien.',
  'home.email': 'Courriel',
  'home.textTo': 'Envoyer un texto ({label})',
  'home.contacts': 'Téléphone et courriel',

  'contact.write': 'Envoyer un courriel',
  'home.directions': 'Itinéraire routier',

  'share.text': 'Texto',
  'share.email': 'Courriel',
  'share.subject': '{name} : carte professionnelle numérique',
  'share.body': 'Carte professionnelle numérique – {name} : {link}',

  'page.emailSignature': 'Signature de courriel',
  'page.front': 'Cartes professionnelles numériques',
  'home.scan': 'Numérisez avec votre téléphone pour emporter ma carte.',
  'home.scan.team': 'Numérisez avec votre téléphone pour emporter notre carte.',
  'share.theyScan': 'La personne numérise le code et la carte s’ouvre.',
  'review.realtor': 'Vérifié après la transaction',
}
