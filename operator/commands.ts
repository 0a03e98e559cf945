import { cardsCommands } from './commands/cards.ts'
import { backup } from './commands/backup.ts'
import { demoRemove } from './commands/demo-remove.ts'
import { help } from './commands/help.ts'
import { loginLink } from './commands/login-link.ts'
import { pictureSet } from './commands/picture-set.ts'
import { restore } from './commands/restore.ts'
import { status } from './commands/status.ts'

/** In the order the overview shows them. */
export const commands = [status, ...cardsCommands, pictureSet, loginLink, backup, restore, demoRemove, help]
