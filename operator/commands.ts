import { backup } from './commands/backup.ts'
import { cardsCreate } from './commands/cards/create.ts'
import { cardsList } from './commands/cards/list.ts'
import { cardsPlan } from './commands/cards/plan.ts'
import { cardsRemove } from './commands/cards/remove.ts'
import { cardsSet } from './commands/cards/set.ts'
import { cardsShow } from './commands/cards/show.ts'
import { cardsDisable, cardsEnable } from './commands/cards/switch.ts'
import { demoRemove } from './commands/demo-remove.ts'
import { help } from './commands/help.ts'
import { loginLink } from './commands/login-link.ts'
import { notify } from './commands/notify.ts'
import { pictureSet } from './commands/picture-set.ts'
import { restore } from './commands/restore.ts'
import { status } from './commands/status.ts'

const cards = [cardsList, cardsShow, cardsCreate, cardsSet, cardsPlan, cardsDisable, cardsEnable, cardsRemove]

/** In the order the overview shows them. */
export const commands = [status, ...cards, pictureSet, loginLink, notify, backup, restore, demoRemove, help]
