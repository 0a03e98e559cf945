import type { LaterCatalogue } from './en.ts'
import { frFRLater } from './fr-FR.ts'

export const frCALater: LaterCatalogue = {
  ...frFRLater,

  'restricted.owner': 'C’est votre carte?',
  'restricted.support': 'Soutien continu',
  'restricted.price': '{price} par mois. Annulable en tout temps.',

  'disabled.support': 'Appeler le soutien',

  'front.demoLead': 'Les cartes de démonstration de cette installation: des personnes inventées, de vraies pages.',

  'inbox.readOf': 'Marquer comme lu: {title}',
  'inbox.dismissOf': 'Écarter: {title}',

  'capture.emailAddress': 'Courriel',
  'capture.wantsCard': 'M’envoyer la carte de {name} par courriel',
  'capture.missing.emailAddress': 'Veuillez saisir votre courriel.',
  'capture.wrong.emailAddress': 'Veuillez saisir un courriel valide.',
  'capture.correct': 'Corrigez les erreurs!',

  'analytics.saidBefore': '{days} jours avant: {number}',
  'analytics.textMe': 'M’envoyer un texto',

  'account.sessionSince': 'Connexion: {signedIn}, vu: {seen}',
  'account.passkeyUsed': 'Ajoutée: {added}, utilisée: {used}',
  'account.passkeyUnused': 'Ajoutée: {added}, pas encore utilisée',
  'login.keysTitle': 'Ces clés d’accès sont-elles à vous?',
  'login.keysLead':
    'Votre mot de passe est nouveau. Ces clés d’accès ouvrent toujours votre compte: retirez celles que vous ne connaissez pas.',
  'account.logout': 'Fermer la session',

  'plan.cardExpired': 'Carte de crédit expirée',
  'plan.payMore': 'Mettez à jour votre carte de crédit pour que PRO reste ouvert.',

  'stories.now': '{group}, {at} sur {of}: {title}',
  'install.failed': 'Une erreur s’est produite!',
  'install.orInstallApp': 'Parfois: Installer l’application',
  'install.thenIn': 'Ensuite, dans {browser}:',
  'install.alreadyMore': 'Ouvrez-la depuis votre écran d’accueil. Elle n’y est plus? Suivez les étapes pour l’y remettre.',
}
