import { isRefused } from '#contract/api.ts'
import { ownOf } from '#contract/own-of.ts'
import type { Trouble } from '../../features/admin/desk-view.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { translateFor } from '../translate-for.ts'
import { noSuchPage } from './open-desk.ts'

/** By the last word of the field: what it should be, in the operator's language. */
const words: Record<string, MessageKey> = {
  updateTitle: 'desk.faultRequired',
  title: 'desk.faultRequired',
  content: 'desk.faultLong',
  duration: 'desk.faultSeconds',
  ground: 'desk.faultGround',
  label: 'desk.faultRequired',
  href: 'desk.faultHref',
  url: 'desk.faultHref',
  target: 'desk.faultRequired',
  version: 'desk.faultVersion',
  date: 'desk.faultDate',
  versionHistory: 'desk.faultLong',
  updates: 'desk.faultLong',
}

type FieldOf = (path: string) => string | null

/** Publishes, or answers what is wrong with what was typed, by the names of the form's fields. */
export async function published(request: Request, send: () => Promise<unknown>, fieldOf: FieldOf): Promise<Trouble | null> {
  try {
    await send()
    return null
  } catch (thrown) {
    if (!isRefused(thrown) || thrown.problem.status >= 500) throw thrown
    const { status, faults = [], detail, title } = thrown.problem
    if (status === 401 || status === 404) throw noSuchPage()
    const t = translateFor(request)
    const named = faults.flatMap(({ path, message }): [string, string][] => {
      const field = fieldOf(path)
      if (field === null) return []
      const key = ownOf(words, field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '')
      return [[field, key ? t(key) : message]]
    })
    return { message: named.length > 0 ? t('desk.correct') : (detail ?? title), faults: Object.fromEntries(named) }
  }
}
