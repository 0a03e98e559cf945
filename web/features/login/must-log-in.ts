export type Here = {
  /** It runs as an app, and is no preview of one. */
  isApp: boolean
  /** The app's owner has been signed in here before, and has not signed out since. */
  isOwnersApp: boolean
  /** The page is one that an owner's app shows to its owner alone. */
  isGuarded: boolean
}

/** A card is looked at by visitors, unless it runs as the app of its owner. */
export const isVisitorMode = ({ isApp, isOwnersApp }: Omit<Here, 'isGuarded'>) => !isApp || !isOwnersApp

/** Whether who is not signed in may not see the page. */
export const mustLogIn = (here: Here) => here.isGuarded && !isVisitorMode(here)
