import type { Catalogue } from './en.ts'
import { frFR } from './fr-FR.ts'

/** French as in Canada: courriel, texto, forfait. */
export const frCA: Catalogue = {
  ...frFR,

  'nav.freePlan': 'Forfait gratuit',

  'dock.message': 'M’envoyer un texto',
  'dock.message.team': 'Nous envoyer un texto',

  'home.mobile': 'Cellulaire',
  'home.email': 'Courriel',
  'home.textTo': 'Envoyer un texto ({label})',
  'home.contacts': 'Téléphone et courriel',
  'home.directions': 'Itinéraire routier',

  'contact.write': 'Écrire un courriel',
  'contact.directions': 'Itinéraire routier',

  'share.text': 'Texto',
  'share.email': 'Courriel',
  'share.subject': '{name}: carte professionnelle numérique',
  'share.body': 'Voici la carte de {name}: {link}',
  'share.subjectOf': '{title}: {name}',
  'share.bodyOf': '{name} sur {title}: {link}',
  'share.copied': 'Lien copié!',
  'share.failed': 'Erreur!',
  'share.login': 'Ouvrez une session pour plus d’options',

  'reviews.ask': 'L’ai-je mérité? Quelques lignes sincères aident les suivants à bien choisir. Prenez le site que vous utilisez déjà.',
  'reviews.ask.team':
    'L’avons-nous mérité? Quelques lignes sincères aident les suivants à bien choisir. Prenez le site que vous utilisez déjà.',

  'page.login': 'Ouvrir une session',
  'page.emailSignature': 'Signature de courriel',
  'page.front': 'Cartes professionnelles numériques',
}
