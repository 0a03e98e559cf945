import type { Command } from './command.ts'
import { hostsBlock, hostsList, hostsUnblock } from './commands/abuse/hosts.ts'
import { reportsClose, reportsList } from './commands/abuse/reports.ts'
import { takeDown } from './commands/abuse/take-down.ts'
import { audit } from './commands/audit.ts'
import { backup, backupCheck, backupRehearse } from './commands/backup.ts'
import { billingCard, billingExtend, billingPaid, billingPlain, billingRefund, billingTrial } from './commands/billing/actions.ts'
import { billingCheck, billingShow } from './commands/billing/show.ts'
import { claimCode } from './commands/claim-code.ts'
import { cardsCreate } from './commands/cards/create.ts'
import { cardsImport } from './commands/cards/import.ts'
import { cardsList } from './commands/cards/list.ts'
import { cardsPlan } from './commands/cards/plan.ts'
import { cardsRemove } from './commands/cards/remove.ts'
import { cardsSet } from './commands/cards/set.ts'
import { cardsShow } from './commands/cards/show.ts'
import { cardsDisable, cardsEnable } from './commands/cards/switch.ts'
import { doctor } from './commands/doctor.ts'
import { demoRemove } from './commands/demo-remove.ts'
import { help } from './help.ts'
import { importArchiveCommand } from './commands/import-archive.ts'
import { keysRotate } from './commands/keys-rotate.ts'
import { loginLink } from './commands/login-link.ts'
import { mailRefused } from './commands/mail-refused.ts'
import { mailTest } from './commands/mail-test.ts'
import { notify } from './commands/notify.ts'
import { admin } from './commands/admin.ts'
import { pictureSet } from './commands/picture-set.ts'
import { scaleCitus } from './commands/scale-citus.ts'
import { storageTakeOver } from './commands/storage-take-over.ts'
import { storiesList, storiesPublish, storiesRemove } from './commands/releases/stories.ts'
import { tourPublish, tourRemove, tourShow } from './commands/releases/tour.ts'
import { versionsList, versionsPublish, versionsRemove } from './commands/releases/versions.ts'
import { restore } from './commands/restore.ts'
import { sessionsEnd } from './commands/sessions-end.ts'
import { settingsList, settingsReset } from './commands/settings.ts'
import { setupLink } from './commands/setup-link.ts'
import { status } from './commands/status.ts'
import { upgrade } from './commands/upgrade.ts'
import { webhooksList, webhooksOff, webhooksOn, webhooksRetry } from './commands/webhooks.ts'

const cards = [cardsList, cardsShow, cardsCreate, cardsSet, cardsPlan, cardsDisable, cardsEnable, cardsRemove, cardsImport]
const billing = [billingShow, billingCheck, billingPaid, billingExtend, billingTrial, ...billingPlain, billingRefund, billingCard]
const stories = [storiesList, storiesPublish, storiesRemove]
const tour = [tourShow, tourPublish, tourRemove]
const versions = [versionsList, versionsPublish, versionsRemove]

/** In the order the overview shows them. */
export const commandGroups: { title: string; commands: Command[] }[] = [
  { title: 'Everyday', commands: [status, doctor, upgrade, audit, help] },
  { title: 'People and logins', commands: [setupLink, admin, loginLink, sessionsEnd, claimCode] },
  { title: 'Cards', commands: [...cards, pictureSet, importArchiveCommand, demoRemove] },
  { title: 'Backups', commands: [backup, backupCheck, backupRehearse, restore] },
  { title: 'Mail and connections', commands: [mailTest, mailRefused, webhooksList, webhooksOff, webhooksOn, webhooksRetry] },
  { title: 'Reports and takedowns', commands: [reportsList, reportsClose, takeDown, hostsList, hostsBlock, hostsUnblock] },
  { title: 'Plans and payments', commands: billing },
  { title: 'News for owners', commands: [notify, ...stories, ...tour, ...versions] },
  { title: 'Settings, keys and storage', commands: [settingsList, settingsReset, keysRotate, storageTakeOver, scaleCitus] },
]

export const commands: Command[] = commandGroups.flatMap((group) => group.commands)
