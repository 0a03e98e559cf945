import { networkInterfaces } from 'node:os'
import { relative } from 'node:path'
import { styleText } from 'node:util'
import { hasAdministrator, isInUse, makeSetupLink, setupLinkMinutes } from '#server/accounts/sign-up/make-setup-link.ts'
import { readLastGood } from '#server/backup/runs.ts'
import { countCharged } from '#server/billing/subscriptions/subscription-store.ts'
import { listCards } from '#server/cards/owned/list-cards.ts'
import { phoneAccess } from '#server/common/phone-access.ts'
import { canLogInOnPhone, terminalCode } from '#server/common/terminal-code.ts'
import type { Db } from '#server/database/database.ts'
import { isReadOnly } from './database/is-away.ts'
import { people } from './demo/seed-demo.ts'
import { systemClock } from './integrations/clock.ts'
import type { Settings } from './settings.ts'

/** What someone who starts the program wants to know. `next` are sentences: what to do now. */
type ReadyReport = {
  message: string
  /** Until there is an administrator. */
  demoCards: string[]
  /** Before anyone has logged in, and never in a log: anyone who has it becomes the administrator. */
  setupLink: string | null
  /** The address of the admin pages, once there is an administrator. */
  admin: string | null
  backup: string
  /** The folder that commands need. */
  dataDir: string
  mail: string
  /** The address for a phone in the same network. */
  onPhone: string | null
  /** How to start it so that phones can reach it, if they can't now. */
  startForPhones: string | null
  next: string[]
}

/** With `isText` it is for a terminal. Otherwise it is logged. Without the setup link it names the command that prints one. */
export async function reportReady(
  settings: Settings,
  db: Db,
  { isText, interfaces = networkInterfaces }: { isText: boolean; interfaces?: typeof networkInterfaces },
): Promise<ReadyReport> {
  const { productName, publicUrl, smtpUrl, dataDir } = settings
  const folder = relative('.', dataDir)
  const isNew = !(await hasAdministrator(db))
  const setupLink =
    isNew && isText && !(await isInUse(db))
      ? await makeSetupLink({ db, clock: systemClock, settings }).catch((error: unknown) => {
          // A read-only database still serves cards.
          if (!isReadOnly(error)) throw error
          return null
        })
      : null
  return {
    message: `${productName} is ready at ${publicUrl}`,
    setupLink,
    demoCards: isNew ? (await listDemoAliases(db)).map((alias) => `${publicUrl}/${alias}`) : [],
    admin: isNew ? null : `${publicUrl}/admin`,
    backup: await describeBackups(settings, db),
    dataDir,
    mail: smtpUrl
      ? `sent by ${new URL(smtpUrl).host}`
      : `written to ${folder.startsWith('..') ? dataDir : folder}/outbox (set SMTP_URL to send it)`,
    ...describePhoneAccess(settings, interfaces),
    // Setup asks for the rest.
    next: setupLink
      ? []
      : [
          ...(isNew ? ['Set up: npm run carte -- setup-link prints the link that makes the first administrator'] : []),
          ...(settings.signUp === 'off' || settings.signUp === 'invited' ? [] : [`Create a card: ${publicUrl}/account/sign-up`]),
          ...(await planNotes(settings, db)),
        ],
  }
}

async function describeBackups({ backupTo }: Settings, db: Db): Promise<string> {
  const last = await readLastGood(db, 'backup')
  const lastOne = last ? `last one ${last.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'none yet'
  return backupTo ? `${lastOne}; the next ones go to ${backupTo}` : `${lastOne} (set BACKUP_TO to make them automatically)`
}

/** Plans that no one can pay for, or payments for plans that are off. */
async function planNotes({ plans, stripeSecretKey }: Settings, db: Db): Promise<string[]> {
  if (plans) return stripeSecretKey ? [] : ['Plans are on without payments: PLANS=off gives every card everything']
  const charged = await countCharged(db)
  return charged > 0 ? [`PLANS=off cancels no subscription at the payment service: ${charged} still charged. Cancel them there`] : []
}

/** The demo cards that are there, the one to begin with first. */
async function listDemoAliases(db: Db): Promise<string[]> {
  const existing = new Set((await listCards(db, { isDemo: true })).map(({ alias }) => alias))
  return people.map(({ alias }) => alias).filter((alias) => existing.has(alias))
}

/** With another public address, phones use that one. */
function describePhoneAccess(settings: Settings, interfaces: typeof networkInterfaces): Pick<ReadyReport, 'onPhone' | 'startForPhones'> {
  const access = phoneAccess(settings, interfaces)
  return {
    onPhone: access?.isOpen ? access.address : null,
    startForPhones: access && !access.isOpen ? `set HOST=0.0.0.0 and PUBLIC_URL=${access.address}, then start again` : null,
  }
}

/** The report for a terminal. */
export function readyText({
  message,
  setupLink,
  demoCards,
  admin,
  dataDir,
  mail,
  backup,
  onPhone,
  startForPhones,
  next,
}: ReadyReport): string {
  const rows: [string, string][] = [
    ...(setupLink ? [['Set up', `${setupLink} (once, within ${setupLinkMinutes} minutes)`] satisfies [string, string]] : []),
    ...demoCards.map((address, index): [string, string] => [index === 0 ? 'Demo cards' : '', address]),
    ...(admin ? [['Admin', admin] satisfies [string, string]] : []),
    ['Data', dataDir],
    ['Mail', mail],
    ['Backups', backup],
    ...next.map((sentence, index): [string, string] => [index === 0 ? 'Next' : '', sentence]),
    ['Stop', 'Ctrl-C'],
    ...(onPhone ? [['Phone', `${onPhone} (in the same network)`] satisfies [string, string]] : []),
    ...(startForPhones ? [['On phones', startForPhones] satisfies [string, string]] : []),
  ]
  const lines = rows.map(([name, value]) => `  ${styleText('dim', name.padEnd(12))}${value}`)
  const seconds = process.uptime().toFixed(1)
  const scanned = setupLink && canLogInOnPhone(setupLink) ? setupLink : onPhone
  const code = scanned ? `\n${terminalCode(scanned, process.stdout)}\n` : ''
  return `\n${styleText(['green', 'bold'], '✓')} ${styleText('bold', message)} ${styleText('dim', `(${seconds} s)`)}\n\n${lines.join('\n')}\n${code}\n`
}
