import { isProblem } from '#contract/api.ts'
import { ownProperty } from '#common/own-property.ts'
import type { FormError } from '../features/admin/admin-view.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { issueText } from './issue-text.ts'
import { translateFor } from './translate-for.ts'
import { noSuchPage } from './open-admin.ts'

/** Messages by the last part of a field's path. */
const words: Record<string, MessageKey> = {
  updateTitle: 'admin.releases.issueRequired',
  title: 'admin.releases.issueRequired',
  content: 'admin.releases.issueLong',
  duration: 'admin.releases.issueSeconds',
  ground: 'admin.releases.issueGround',
  label: 'admin.releases.issueRequired',
  href: 'admin.releases.issueHref',
  url: 'admin.releases.issueHref',
  target: 'admin.releases.issueRequired',
  version: 'admin.releases.issueVersion',
  date: 'admin.releases.issueDate',
  versionHistory: 'admin.releases.issueLong',
  updates: 'admin.releases.issueLong',
  host: 'admin.hostIssue',
  to: 'issue.emailInvalid',
  owner: 'issue.emailInvalid',
  selector: 'admin.mailTest.selectorHint',
}

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
      if (field === null) return []
      const key = ownProperty(words, field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '')
      return [[field, key ? t(key) : issueText(t, issue)]]
    })
    return {
      message: named.length > 0 ? t(correct) : issueText(t, { ...thrown.problem, message: detail ?? title }),
      errors: Object.fromEntries(named),
    }
  }
}
