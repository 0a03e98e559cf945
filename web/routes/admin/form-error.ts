import { isRefused } from '#contract/api.ts'
import { ownOf } from '#contract/own-of.ts'
import type { FormError } from '../../features/admin/admin-view.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { translateFor } from '../translate-for.ts'
import { noSuchPage } from './open-admin.ts'

/** By the last word of the field: what it should be, in the reader's language. */
const words: Record<string, MessageKey> = {
  updateTitle: 'admin.releases.faultRequired',
  title: 'admin.releases.faultRequired',
  content: 'admin.releases.faultLong',
  duration: 'admin.releases.faultSeconds',
  ground: 'admin.releases.faultGround',
  label: 'admin.releases.faultRequired',
  href: 'admin.releases.faultHref',
  url: 'admin.releases.faultHref',
  target: 'admin.releases.faultRequired',
  version: 'admin.releases.faultVersion',
  date: 'admin.releases.faultDate',
  versionHistory: 'admin.releases.faultLong',
  updates: 'admin.releases.faultLong',
}

type FieldOf = (path: string) => string | null

/** Sends a form, or answers what is wrong with what was typed, by the names of the form's fields. */
export async function tryToSend(request: Request, send: () => Promise<unknown>, fieldOf: FieldOf): Promise<FormError | null> {
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
    return { message: named.length > 0 ? t('admin.releases.correct') : (detail ?? title), errors: Object.fromEntries(named) }
  }
}
