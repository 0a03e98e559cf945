import type { AccountCatalogue } from './account-en.ts'
import { frFRAccount } from './account-fr-FR.ts'

export const frCAAccount: AccountCatalogue = {
  ...frFRAccount,
  'subscribe.email': 'Courriel',
  'subscribe.mobile': 'Cellulaire',
  'subscribe.state': 'Province ou État',
  'subscribe.correct': 'Corrigez les erreurs!',
  'subscribe.anyTime': 'Annulable en tout temps.',
  'billing.trialPrice': 'Gardez tous vos contacts, vos avis et votre vidéo. {price} par mois à partir du {day}, annulable en tout temps.',
  'billing.keptMore': 'Rien n’est perdu : avec PRO, tout rouvre.',
  'billing.cardHeading': 'Votre carte de crédit a expiré',
  'billing.addCard': 'Ajouter une carte de crédit',
  'billing.unpaidMore': 'Mettez votre carte de crédit à jour, et tout rouvre.',
  'billing.manage': 'Carte de crédit, factures et plus',
}
