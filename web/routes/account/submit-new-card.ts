import { redirect, type ActionFunctionArgs } from 'react-router'
import { beginningOf } from '#common/text/beginning-of.ts'
import type { AliasState } from '#contract/cards/aliases.ts'
import { fieldIssue, aliasIssueText } from '../../features/sign-in/new-card/alias-issue-text.ts'
import type { WizardAnswer } from '../../features/sign-in/new-card/new-card-wizard.tsx'
import { cardStepHref, importedOf, readTyped, type TypedCard } from '../../features/sign-in/new-card/typed-card.ts'
import { apiContext } from '../../platform/router-context.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { fieldOf, submitForm } from '../../loaders/submit-form.ts'
import { takeImport } from './take-import.ts'

export const nothingTyped: TypedCard = {
  submissionId: '',
  alias: '',
  fullName: '',
  title: '',
  companyName: '',
  phoneNumber: '',
  emailAddress: '',
  profile: '1',
  imported: '',
}

/** Handles the first two screens: returns the next screen, the same one with issues, or the created card. */
export async function submitNewCard({ request, context }: ActionFunctionArgs, form: FormData): Promise<WizardAnswer> {
  const api = context.get(apiContext)
  const t = translateFor(request)
  const typed = readTyped((name) => (form.has(name) ? fieldOf(form, name).trim() : null), nothingTyped)
  if (fieldOf(form, 'intent') === 'import') return begin(takeImport(form, typed))
  if (form.has('leaveOut')) typed.imported = ''
  typed.alias = fieldOf(form, 'pick') || typed.alias
  const query = { params: { alias: beginningOf(typed.alias, 120) || '-' }, query: { name: typed.fullName } }
  const at = (step: 'address' | 'you', more: Partial<WizardAnswer> = {}): WizardAnswer => ({
    step,
    typed,
    alias: null,
    issues: {},
    message: '',
    ...more,
  })

  if (form.has('leaveOut') && fieldOf(form, 'intent') === 'create') return at('you')
  if (form.has('back') || form.has('pick') || form.has('leaveOut')) {
    const { value } = await submitForm(request, () => api.call('cards.aliasState', query))
    return at('address', { alias: value })
  }
  if (fieldOf(form, 'intent') !== 'create') {
    const { value, failure } = await submitForm(request, () => api.call('cards.aliasState', query))
    if (failure) return at('address', { message: failure.message })
    if (value.state !== 'free') return notThis(value)
    typed.alias = value.alias
    return at('you')
  }

  const { imported: _, profile, ...words } = typed
  const input = { ...words, profile: profile === '2' ? (2 as const) : (1 as const), imported: importedOf(typed) ?? undefined }
  const { value, failure } = await submitForm(request, () => api.call('cards.create', { input }))
  if (value) throw redirect(cardStepHref(value.alias, 'photo') + (value.isWhole ? '' : '?photo=missing'))
  const issues = Object.fromEntries(Object.keys(failure.issues).map((path) => [path, fieldIssue(t, path)]))
  if ('alias' in issues) return notThis(await api.call('cards.aliasState', query))
  const isFull = failure.type === '/problems/card-limit'
  return at('you', { issues, message: Object.keys(issues).length > 0 ? '' : isFull ? t('signup.limit') : failure.message })

  /** The first step with an import: an address of its name, unless one was typed. */
  async function begin(taken: TypedCard): Promise<WizardAnswer> {
    const wanted = beginningOf(taken.alias || taken.fullName || taken.emailAddress.split('@')[0] || 'card', 120)
    const { value } = await submitForm(request, () =>
      api.call('cards.aliasState', { params: { alias: wanted }, query: { name: taken.fullName.slice(0, 200) } }),
    )
    const alias = value?.state === 'free' ? value.alias : (value?.suggestions[0] ?? taken.alias)
    const state = value && { ...value, state: 'free' as const, reason: '' as const, alias }
    return { step: 'address', typed: { ...taken, alias }, alias: alias ? state : null, issues: {}, message: '' }
  }

  function notThis(state: AliasState): WizardAnswer {
    const issue = state.state === 'free' ? t('signup.aliasWrong') : aliasIssueText(t, state)
    return at('address', { alias: state, issues: { alias: issue } })
  }
}
