import { isProblem } from '#contract/api.ts'
import type { FormError } from '../features/admin/admin-view.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { issueText } from './issue-text.ts'
import { translateFor } from './translate-for.ts'
import { noSuchPage } from './open-admin.ts'

type FieldOf = (path: string) => string | null

/** Sends a form; returns its errors by field name. */
export async function tryToSend(
  request: Request,
  send: () => Promise<unknown>,
  fieldOf: FieldOf,
  correct: MessageKey = 'admin.releases.correct',
): Promise<FormError | null> {
  try {
    await send()
    return null
  } catch (thrown) {
    if (!isProblem(thrown) || thrown.problem.status >= 500) throw thrown
    const { type, status, issues = [], detail, title } = thrown.problem
    const t = translateFor(request)
    if (type === '/problems/recent-login-required') return { message: t('login.again'), errors: {} }
    if (status === 401) throw noSuchPage()
    if (status === 429) return { message: t('problem.tooMany'), errors: {} }
    if (status === 404) return { message: t('admin.gone'), errors: {} }
    const named = issues.flatMap((issue): [string, string][] => {
      const field = fieldOf(issue.path)
      return field === null ? [] : [[field, issueText(t, issue)]]
    })
    return {
      message: named.length > 0 ? t(correct) : issueText(t, { ...thrown.problem, message: detail ?? title }),
      errors: Object.fromEntries(named),
    }
  }
}
