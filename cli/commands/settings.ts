import { changeableSettings } from '#contract/admin/setting-choices.ts'
import { isProblem } from '#contract/api.ts'
import { saveSettings } from '#server/admin/settings/change-settings.ts'
import { commandLine } from '#server/audit/write-audit-entry.ts'
import { descriptions, type Description } from '#server/settings/descriptions.ts'
import { readStoredSettings } from '#server/settings/stored-settings.ts'
import { textInEnvironment } from '#server/settings.ts'
import { UserError } from '#server/common/user-error.ts'
import { jsonFlag, type Command, UsageError } from '../command.ts'
import { tableLines } from '../terminal/table.ts'

const known = Object.values<Description>(descriptions)

export const settingsList: Command = {
  name: 'settings list',
  args: '',
  purpose: 'Lists the settings that administrators have changed.',
  about: 'Settings are environment variables. Administrators can change most of them in the browser; where a variable is set, it wins.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['settings list'],
  async run({ has }, context) {
    const { database } = await context.open()
    const stored = await readStoredSettings(database.db, context.clock.now())
    const rows = Object.entries(stored).map(([name, { at }]) => [
      name,
      at.slice(0, 10),
      textInEnvironment(context.environment, name) ? 'environment' : '',
    ])
    const { print, printNote, columns } = context.terminal
    if (has('json'))
      return print(
        JSON.stringify(
          rows.map(([name, changedOn]) => ({ name, changedOn })),
          null,
          2,
        ),
      )
    if (rows.length === 0) return printNote('No administrator has changed a setting.')
    tableLines(['NAME', 'CHANGED', 'OVERRIDDEN BY'], rows, columns).forEach((line) => print(line))
  },
}

export const settingsReset: Command = {
  name: 'settings reset',
  args: 'NAME…',
  purpose: 'Sets what administrators have changed back to its default.',
  about: 'Use it if a server does not start because a changed setting contradicts its environment.',
  changes: 'The settings with these names. Immediately, or after a restart where one is needed.',
  flags: {},
  examples: ['settings reset PUBLIC_URL'],
  async run({ positionals: names }, context) {
    const unknown = names.find((name) => !changeableSettings.some((one) => one === name))
    if (unknown !== undefined) throw new UsageError(`“${unknown}” is not a setting that administrators change.`)
    const { changes } = await context.open()
    const { clock, environment, terminal } = context
    try {
      await saveSettings(
        { changes, clock, environment },
        commandLine,
        names.map((name) => ({ name, value: '' })),
      )
    } catch (error) {
      if (!isProblem(error)) throw error
      throw new UserError((error.problem.issues ?? []).map(({ message }) => message).join('\n'))
    }
    terminal.print(`Back to the default: ${names.join(', ')}.`)
    const waiting = names.filter((name) => known.some((one) => one.name === name && one.change === 'restart'))
    if (waiting.length > 0) terminal.printNote(`A running server uses this after a restart: ${waiting.join(', ')}.`)
  },
}
