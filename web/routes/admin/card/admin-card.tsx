import { CardPage, type CardPageView } from '../../../features/admin/cards/card-page.tsx'
import { adminAction } from '../admin-action.ts'
import { adminLoader } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import {
  billCard,
  cardDone,
  removeCard,
  restoreCard,
  restorePart,
  setExperiments,
  setPlan,
  setRights,
  takeDown,
  takePartDown,
} from './change-card.ts'
import { loadCard } from './load-card.ts'

export const loader = adminLoader('/cards', loadCard, {
  missing: 'card',
  title: ({ tab, card }, t) => [tab && t(`admin.tab.${tab}`), card.fullName || card.alias],
  done: cardDone,
})
export const action = adminAction({
  plan: setPlan,
  bill: billCard,
  rights: setRights,
  experiments: setExperiments,
  down: takeDown,
  up: restoreCard,
  away: takePartDown,
  back: restorePart,
  remove: removeCard,
})
export { meta, shouldRevalidate } from '../admin-page.tsx'
export default adminPage((view: CardPageView) => <CardPage key={view.card.alias} {...view} />)
