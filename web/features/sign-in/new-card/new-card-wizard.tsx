import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { isProblem } from '#contract/api.ts'
import type { AliasState } from '#contract/cards/aliases.ts'
import { ownProperty } from '#common/own-property.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { newCardKey, readNewCard, storeNewCard } from '../../../platform/device/new-card-storage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { AddressStep } from './address-step.tsx'
import { fieldIssue, aliasIssueText } from './alias-issue-text.ts'
import {
  beginHref,
  cardStepHref,
  fieldsOfForm,
  fieldsOfStored,
  importCardHref,
  importedOf,
  readTyped,
  youNames,
  type TypedCard,
} from './typed-card.ts'
import { useAliasState, useOwnCall } from './use-alias-state.ts'
import { HiddenCard } from './hidden-card.tsx'
import { ImportedNote } from './imported-note.tsx'
import { WizardFrame, type PreviewPlace } from './wizard-frame.tsx'
import { YouStep } from './you-step.tsx'

const errors: Readonly<Record<string, MessageKey>> = {
  '/problems/too-many-requests': 'problem.tooMany',
  '/problems/card-limit': 'signup.limit',
  '/problems/account-deletion-pending': 'signup.leaving',
}

export type WizardAnswer = {
  step: 'address' | 'you'
  typed: TypedCard
  alias: AliasState | null
  issues: Record<string, string>
  message: string
}

type Props = {
  account: string
  answer: WizardAnswer
  isAnswer: boolean
  preview(card: TypedCard, place: PreviewPlace): ReactNode
}

/** Creates a card: one form on two screens. Without script the server switches screens. */
export function NewCardWizard({ account, answer, isAnswer, preview }: Props) {
  const t = useTranslate()
  const call = useOwnCall()
  const [card, setCard] = useState(answer.typed)
  const [step, setStep] = useState(answer.step)
  const [issues, setIssues] = useState(answer.issues)
  const [message, setMessage] = useState(answer.message)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // An import is stored like typing: a reload keeps it.
  const isTouched = useRef(isAnswer && answer.typed.imported !== '')
  const [round, setRound] = useState(0)
  const known = useAliasState(
    card.alias,
    card.fullName,
    round,
    answer.alias && { typed: answer.typed.alias, state: answer.alias, round: 0 },
  )

  // Restore what this device stored, unless the page is the answer to a form.
  useEffect(() => {
    // Text typed before hydration is in the form only.
    const typed = form.current ? readTyped(fieldsOfForm(form.current), answer.typed) : answer.typed
    if (JSON.stringify(typed) !== JSON.stringify(answer.typed)) {
      isTouched.current = true
      return setCard(typed)
    }
    const stored = readStoredCard(account, answer.typed)
    if (!stored || isTouched.current || (isAnswer && stored.card.submissionId !== answer.typed.submissionId)) return
    setCard(stored.card)
    setStep(stored.step)
  }, [account, answer.typed, isAnswer])
  useEffect(() => {
    if (isTouched.current) storeTyped(account, { card, step })
  }, [account, card, step])
  // A reload then begins with this step.
  useEffect(() => history.replaceState(history.state, '', beginHref(card.submissionId, step)), [card.submissionId, step])

  const change = (changed: Partial<TypedCard>) => {
    isTouched.current = true
    setCard((before) => ({ ...before, ...changed }))
    setIssues((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !(path in changed))))
    setMessage('')
  }
  const turn = (to: 'address' | 'you') => {
    isTouched.current = true
    setStep(to)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.wizard h1')?.focus())
  }
  const showIssues = (found: Record<string, string>) => {
    setIssues(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    // Another page reads the import.
    if (event.nativeEvent instanceof SubmitEvent && event.nativeEvent.submitter?.hasAttribute('formaction')) return
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setMessage('')
    try {
      await (step === 'address' ? chooseAddress() : create())
    } catch (thrown) {
      const type = isProblem(thrown) ? thrown.problem.type : ''
      setMessage(t(ownProperty(errors, type) ?? 'signup.notSent'))
    }
    setIsBusy(false)
  }

  async function chooseAddress() {
    const requested = card.alias.trim()
    if (requested === '') return showIssues({ alias: t('signup.aliasWrong') })
    const state = known ?? (await call('cards.aliasState', { params: { alias: requested }, query: { name: card.fullName } }))
    if (state.state !== 'free') return showIssues({ alias: aliasIssueText(t, state) })
    setCard((before) => ({ ...before, alias: state.alias }))
    setIssues({})
    turn('you')
  }

  async function create() {
    try {
      const { imported: _, profile, ...typed } = card
      const imported = importedOf(card) ?? undefined
      const { alias, isWhole } = await call('cards.create', { input: { ...typed, profile: profile === '2' ? 2 : 1, imported } })
      // The back/forward cache would show this form again. Reloaded, its address leads on to the card.
      addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
      // The button stays busy until the next page has loaded.
      location.assign(cardStepHref(alias, 'photo') + (isWhole ? '' : '?photo=missing'))
      await new Promise(() => {})
    } catch (thrown) {
      if (!isProblem(thrown) || !thrown.problem.issues) throw thrown
      const found = Object.fromEntries(thrown.problem.issues.map(({ path }) => [path, fieldIssue(t, path)]))
      if ('alias' in found) {
        // The address was taken meanwhile: the form stays, with suggestions.
        setRound((before) => before + 1)
        turn('address')
      }
      showIssues(found)
    }
  }

  const isHydrated = useHydrated()
  const isAddress = step === 'address'
  return (
    <WizardFrame
      step={step}
      title={t(isAddress ? 'signup.addressTitle' : 'signup.youTitle')}
      lead={t(isAddress ? 'signup.addressLead' : 'signup.youLead')}
      aside={preview(card, 'aside')}
      strip={preview(card, 'strip')}
      linkTo={(to, name) =>
        to === 'address' && isHydrated ? (
          <button type="button" onClick={() => turn('address')}>
            {name}
          </button>
        ) : (
          name
        )
      }
    >
      <form
        ref={form}
        className="wizard-form"
        method="post"
        action={beginHref(card.submissionId)}
        noValidate
        onSubmit={(event) => void send(event)}
      >
        {message && (
          <Banner kind="bad" isLive>
            {message}
          </Banner>
        )}
        {/* What the Enter key presses: the first button of a form. */}
        <button className="sr-only" type="submit" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="submissionId" value={card.submissionId} />
        <input type="hidden" name="intent" value={isAddress ? 'address' : 'create'} />
        <HiddenCard card={card} names={isAddress ? [...youNames, 'imported'] : ['alias', 'imported']} />
        <ImportedNote card={card} leaveOut={() => change({ imported: '' })} />
        {isAddress ? (
          <AddressStep typed={card.alias} state={known} error={issues['alias'] ?? null} change={(alias) => change({ alias })} />
        ) : (
          <YouStep card={card} issues={issues} change={change} />
        )}
        <div className="wizard-acts">
          <Button kind="primary" size="large" type="submit" isBusy={isBusy} {...(!isAddress && { busyLabel: t('signup.creating') })}>
            {t(isAddress ? 'signup.next' : 'signup.create')}
          </Button>
          {!isAddress && (
            <Button
              kind="ghost"
              size="large"
              icon="arrow-left"
              type="submit"
              name="back"
              value="yes"
              onClick={(event) => {
                event.preventDefault()
                turn('address')
              }}
            >
              {t('signup.back')}
            </Button>
          )}
        </div>
        {isAddress && (
          <div className="wizard-ask">
            <h2>{t('signup.importAsk')}</h2>
            <p>{t('signup.importAskLead')}</p>
            <Button icon="file-input" type="submit" formAction={importCardHref} name="open" value="yes">
              {t('signup.importOpen')}
            </Button>
          </div>
        )}
      </form>
    </WizardFrame>
  )
}

type Stored = { card: TypedCard; step: 'address' | 'you' }

/** The unfinished card of this account on this device. */
export function readStoredCard(account: string, defaults: TypedCard): Stored | null {
  const stored = readNewCard(newCardKey(account))
  if (stored === null) return null
  const text = fieldsOfStored(stored)
  return { card: readTyped(text, defaults), step: text('step') === 'you' ? 'you' : 'address' }
}

export const storeTyped = (account: string, { card, step }: Stored) => storeNewCard(newCardKey(account), { ...card, step })
