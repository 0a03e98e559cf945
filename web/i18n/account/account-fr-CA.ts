import type { AccountCatalogue } from './account-en.ts'
import { frFRAccount } from './account-fr-FR.ts'

export const frCAAccount: AccountCatalogue = {
  ...frFRAccount,
  'report.lead':
    'La carte de {name} n’est pas ce qu’elle prétend? Dites-le à la personne responsable de {product}. Rien n’est conservé sur vous.',
  'report.kind': 'Quel est le problème?',
  'dashboard.cardExpired': 'Votre carte de crédit a expiré',
  'subscription.updateCard': 'Une autre carte de crédit',
  'subscription.addCard': 'Ajouter une carte de crédit',
  'subscription.cardExpired': 'Cette carte de crédit a expiré. Ajoutez-en une autre, et PRO reste ouvert.',
  'subscription.updateCardDo': 'Changer de carte de crédit',
  'deskBilling.card': 'Carte de crédit',
  'deskBilling.act.card-good': 'Carte de crédit valable',
  'deskBilling.act.card-expired': 'Carte de crédit expirée',
  'deskBilling.act.card-none': 'Pas de carte de crédit',
  'operator.act.billing.card-good': 'Carte de crédit notée valable',
  'operator.act.billing.card-expired': 'Carte de crédit notée expirée',
  'operator.act.billing.card-none': 'Absence de carte de crédit notée',
  'subscribe.email': 'Courriel',
  'subscribe.mobile': 'Cellulaire',
  'subscribe.state': 'Province ou État',
  'subscribe.correct': 'Corrigez les erreurs!',
  'subscribe.anyTime': 'Annulable en tout temps.',
  'billing.trialPrice': 'Gardez tous vos contacts, vos avis et votre vidéo. {price} par mois à partir du {day}, annulable en tout temps.',
  'billing.cardHeading': 'Votre carte de crédit a expiré',
  'billing.addCard': 'Ajouter une carte de crédit',
  'billing.unpaidMore': 'Mettez votre carte de crédit à jour, et tout rouvre.',
  'billing.manage': 'Carte de crédit, factures et plus',
  'subscription.noCard': 'Aucune carte de crédit n’est enregistrée.',
}
