import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { FieldIssue } from '#contract/problem.ts'
import { assertRecentLogin, lockAndAssertRecentLogin } from '#server/accounts/sign-in/assert-recent-login.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { writeAuditEntry, type Actor } from '#server/audit/write-audit-entry.ts'
import { proposeFolder } from '#server/backup/propose-folder.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import { readSettings, textInEnvironment, type Settings } from '#server/settings.ts'
import { descriptions, type Description } from '#server/settings/descriptions.ts'
import type { LiveSettings } from '#server/settings/live-settings.ts'
import { lineOf, settingIssue, SettingsError, type SettingIssue } from '#server/settings/setting-issue.ts'
import { storeSettings, textsOf } from '#server/settings/stored-settings.ts'

type Stores = { changes: Changes; clock: Clock; environment: NodeJS.ProcessEnv }
type Deps = { db: Db; changes: Changes; clock: Clock; log: Log; liveSettings: LiveSettings; settings: Pick<Settings, 'dataDir'> }
type Change = { name: string; value: string }

/** Changes settings for an administrator. This server uses them before it answers. */
export async function changeSettings(deps: Deps, caller: Caller, changed: readonly Change[]): Promise<void> {
  const { environment, reload } = deps.liveSettings
  if (caller.kind === 'owner') await assertRecentLogin(deps, caller)
  await refuseFolder(changed, deps.settings)
  await saveSettings({ ...deps, environment }, await readActor(deps.db, caller), changed, async (tx) => {
    // An unattended screen must not be enough to send all mail elsewhere.
    if (caller.kind === 'owner') await lockAndAssertRecentLogin({ ...deps, db: tx }, caller)
  })
  // It is saved: a server that can't read it now tries again.
  await reload().catch((error: unknown) => deps.log.error('settings-not-read', { error }))
}

/** Stores settings, all or none; an empty text sets the default back. Every server is notified. */
export async function saveSettings(
  { changes, clock, environment }: Stores,
  actor: Actor,
  changed: readonly Change[],
  check: (tx: Db) => Promise<void> = async () => {},
): Promise<void> {
  refuseFixed(changed, environment)
  const change = Object.fromEntries(changed.map(({ name, value }) => [name, value.trim() || null]))
  await changes.write(async (tx, notify) => {
    await check(tx)
    const now = clock.now()
    const before = await storeSettings(tx, change, { by: actor.accountId ?? '', now })
    refuseInvalid({ ...textsOf(before), ...change }, { environment, changed })
    await writeAuditEntry(tx, actor, { act: 'settings.change', detail: { names: Object.keys(change) } }, now)
    notify('installation:settings')
  })
}

/**
 * Refuses a folder that can't be used, such as one on a disk that isn't mounted, now and not at the next backup. The folder that the pages
 * propose is made.
 */
async function refuseFolder(changed: readonly Change[], { dataDir }: Pick<Settings, 'dataDir'>) {
  const folder = changed.find(({ name }) => name === 'BACKUP_TO')?.value.trim() ?? ''
  if (!isAbsolute(folder)) return
  if (folder === (await proposeFolder(dataDir))) await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {})
  const isDirectory = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const isUsable =
    isDirectory &&
    (await access(folder, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ))
  if (isUsable) return
  throw problem('input-invalid', { issues: [fieldIssueOf(settingIssue('BACKUP_TO', 'backupFolder', { text: folder }))] })
}

function refuseFixed(changed: readonly Change[], environment: NodeJS.ProcessEnv) {
  const known = Object.values<Description>(descriptions)
  const issues = changed.flatMap(({ name, value }) => {
    const description = known.find((one) => one.name === name)
    if (!description) return [fieldIssueOf(settingIssue(name, 'unknownSetting'))]
    const isReset = value.trim() === ''
    if (!isReset && textInEnvironment(environment, name) !== '') return [fieldIssueOf(settingIssue(name, 'setByEnvironment'))]
    return description.change ? [] : [fieldIssueOf(settingIssue(name, 'environmentOnly'))]
  })
  if (issues.length > 0) throw problem('input-invalid', { issues })
}

/** If several settings contradict each other, the error may be of one that isn't in the form. */
function refuseInvalid(
  stored: Record<string, string | null>,
  { environment, changed }: { environment: NodeJS.ProcessEnv; changed: readonly Change[] },
) {
  const texts = Object.fromEntries(Object.entries(stored).map(([name, text]) => [name, text ?? '']))
  try {
    readSettings(environment, { allowsUnknown: true, stored: texts })
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const inForm = ({ name }: SettingIssue) => changed.find((one) => one.name === name)?.name ?? changed[0]?.name
    throw problem('input-invalid', { issues: error.issues.map((issue) => fieldIssueOf(issue, inForm(issue))) })
  }
}

function fieldIssueOf(issue: SettingIssue, path = issue.name): FieldIssue {
  const { name: _, code = 'invalid', ...rest } = issue
  return { ...rest, code, path, message: lineOf(issue) }
}
