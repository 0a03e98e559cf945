import { CardsPage } from '../../../features/admin/lists/cards-page.tsx'
import { adminAction } from '../admin-action.ts'
import { adminLoader } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { cardsDown, cardsPlan, cardsUp, createCard, removeDemo, restoreCards, setPlans, takeCardsDown } from './change-cards.ts'
import { loadCards } from './load-cards.ts'

export const loader = adminLoader('/cards', loadCards, {
  done: {
    cardsPlan,
    cardsDown,
    cardsUp,
    cardRemoved: ({ t, about }) => ({ text: t('admin.done.cardRemoved', { alias: about }) }),
    demoRemoved: ({ t }) => ({ text: t('admin.done.demoRemoved') }),
  },
})
export const action = adminAction({ new: createCard, removeDemo, plans: setPlans, downs: takeCardsDown, ups: restoreCards })
export { meta, shouldRevalidate } from '../admin-page.tsx'
export default adminPage(CardsPage)
