import { redirect, type ActionFunctionArgs } from 'react-router'
import { beginningOf } from '#contract/text/beginning-of.ts'
import type { AliasState } from '#contract/cards/aliases.ts'
import { fieldFault, whyNot } from '../../features/sign-in/new-card/alias-words.ts'
import type { WizardAnswer } from '../../features/sign-in/new-card/new-card-wizard.tsx'
import { cardStepHref, readTyped } from '../../features/sign-in/new-card/typed-card.ts'
import { apiContext } from '../../platform/provided.ts'
import { translateFor } from '../translate-for.ts'
import { fieldOf, tried } from '../admin/tried.ts'

const nothing = {
  submissionId: '',
  alias: '',
  fullName: '',
  title: '',
  companyName: '',
  phoneNumber: '',
  emailAddress: '',
  profile: '1',
} as const

/** The first two screens as a form sends them: the other screen, the same with what is wrong, or the card. */
export async function takeNewCard({ request, context }: ActionFunctionArgs, form: FormData): Promise<WizardAnswer> {
  const api = context.get(apiContext)
  const t = translateFor(request)
  const typed = readTyped((name) => (form.has(name) ? fieldOf(form, name).trim() : null), nothing)
  typed.alias = fieldOf(form, 'pick') || typed.alias
  const asked = { params: { alias: beginningOf(typed.alias, 120) || '-' }, query: { name: typed.fullName } }
  const at = (step: 'address' | 'you', more: Partial<WizardAnswer> = {}): WizardAnswer => ({
    step,
    typed,
    alias: null,
    faults: {},
    message: '',
    ...more,
  })

  if (form.has('back') || form.has('pick')) {
    const { value } = await tried(request, () => api.call('cards.aliasState', asked))
    return at('address', { alias: value })
  }
  if (fieldOf(form, 'intent') !== 'create') {
    const { value, trouble } = await tried(request, () => api.call('cards.aliasState', asked))
    if (trouble) return at('address', { message: trouble.message })
    if (value.state !== 'free') return notThis(value)
    typed.alias = value.alias
    return at('you')
  }

  const input = { ...typed, profile: typed.profile === '2' ? (2 as const) : (1 as const) }
  const { value, trouble } = await tried(request, () => api.call('cards.create', { input }))
  if (value) throw redirect(cardStepHref(value.alias, 'photo'))
  const faults = Object.fromEntries(Object.keys(trouble.faults).map((path) => [path, fieldFault(t, path)]))
  if ('alias' in faults) return notThis(await api.call('cards.aliasState', asked))
  const isFull = trouble.type === '/problems/card-limit'
  return at('you', { faults, message: Object.keys(faults).length > 0 ? '' : isFull ? t('signup.limit') : trouble.message })

  function notThis(state: AliasState): WizardAnswer {
    const fault = state.state === 'free' ? t('signup.aliasWrong') : whyNot(t, state)
    return at('address', { alias: state, faults: { alias: fault } })
  }
}
