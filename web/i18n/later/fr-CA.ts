import type { LaterCatalogue } from './en.ts'
import { frFRLater } from './fr-FR.ts'

/** French as in Canada. `say.ts` sets the spaces before punctuation. */
export const frCALater: LaterCatalogue = {
  ...frFRLater,

  'restricted.support': 'Soutien continu',
  'restricted.price': '{price} par mois. Annulable en tout temps.',
  'restricted.ownerPlan': '« {page} » n’est pas inclus dans votre forfait',

  'disabled.support': 'Appeler le soutien',

  'capture.emailAddress': 'Courriel',
  'capture.wantsCard': 'M’envoyer la carte « {name} » par courriel',
  'capture.missing.emailAddress': 'Saisissez votre adresse courriel.',
  'capture.wrong.emailAddress': 'Saisissez une adresse courriel valide.',

  'analytics.textMe': 'M’envoyer un texto',

  'install.leadIn': 'Sans boutique d’applications. En trois gestes dans {browser}, la carte est sur votre écran d’accueil.',
  'install.lead': 'Sans boutique d’applications. En trois gestes, la carte est sur votre écran d’accueil.',
  'install.leadDesk': '{product} fonctionne comme une application sur votre téléphone. Numérisez le code ou envoyez-vous le lien.',
  'install.scan': 'Numérisez le code QR pour installer votre {product}',
  'install.dismissed': 'Non installée. Vous pouvez le faire en tout temps.',
  'install.promptLead': 'Sur votre écran d’accueil, comme toute autre application. Sans boutique d’applications, et même hors ligne.',
  'loan.status.LoanClosed': 'Prêt conclu',
  'loan.closingCosts': 'Frais de dossier et de clôture',
  'loan.purpose.HomeEquity': 'Prêt sur valeur domiciliaire',
  'loan.purpose.HELOC': 'Marge de crédit hypothécaire',
  'loan.detail.LowCredit': 'Faible cote de crédit',
  'loan.detail.SelfEmployed': 'Travailleur autonome',
  'front.title': 'Une carte professionnelle toujours à jour.',
  'front.signUp': 'Créez votre carte en deux minutes. Aucune carte de crédit requise.',
  'problem.email': 'Saisissez une adresse courriel valide.',
  'login.title': 'Votre carte professionnelle numérique',
  'login.claim': 'Réclamez votre carte',
  'login.email': 'Courriel',
  'login.byMail': 'Recevoir un lien par courriel',
  'login.sentMore': 'Cela peut prendre une minute. Regardez aussi dans vos pourriels. Le lien ne sert qu’une fois.',
  'login.signUpLead': 'Nous vous enverrons un lien pour confirmer votre adresse courriel.',
  'login.mailTitle': 'Se connecter par courriel',
  'login.passwordLead': 'Cela confirme aussi votre adresse courriel.',
  'contacts.mailWrong': 'Saisissez une adresse courriel valide.',
  'contacts.gone': 'Contact introuvable. Il a peut-être été supprimé, ou votre forfait ne l’inclut pas.',
  'contacts.heldCount': {
    one: '{count} message semble indésirable. Nous l’avons conservé : vérifiez s’il vient d’une vraie personne.',
    other: '{count} messages semblent indésirables. Nous les avons conservés : vérifiez s’ils viennent de vraies personnes.',
  },
  'contacts.state': 'Province ou État',
  'capture.protected': 'Protégé contre les pourriels.',
}
