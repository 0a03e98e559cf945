import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { isRefused } from '#contract/api.ts'
import type { AliasState } from '#contract/cards/aliases.ts'
import { ownOf } from '#contract/own-of.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { newCardPlace } from '../../../platform/device/new-card-memory.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { AddressStep } from './address-step.tsx'
import { fieldFault, whyNot } from './alias-words.ts'
import { cardStepHref, readTyped, type TypedCard } from './typed-card.ts'
import { useAliasState, useOwnCall } from './use-alias-state.ts'
import { WizardFrame } from './wizard-frame.tsx'
import { YouStep } from './you-step.tsx'

const refusals: Readonly<Record<string, MessageKey>> = {
  '/problems/too-many-requests': 'problem.tooMany',
  '/problems/card-limit': 'signup.limit',
  '/problems/account-leaving': 'signup.leaving',
}

export type WizardAnswer = {
  step: 'address' | 'you'
  typed: TypedCard
  alias: AliasState | null
  faults: Record<string, string>
  message: string
}

type Props = { account: string; answer: WizardAnswer; isAnswer: boolean; preview(card: TypedCard): ReactNode }

/** From nothing to a card: two screens, one form. Without a script the server turns the page; with one nothing is loaded anew. */
export function NewCardWizard({ account, answer, isAnswer, preview }: Props) {
  const t = useTranslate()
  const call = useOwnCall()
  const [card, setCard] = useState(answer.typed)
  const [step, setStep] = useState(answer.step)
  const [faults, setFaults] = useState(answer.faults)
  const [message, setMessage] = useState(answer.message)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isTouched = useRef(false)
  const [round, setRound] = useState(0)
  const known = useAliasState(
    card.alias,
    card.fullName,
    round,
    answer.alias && { typed: answer.typed.alias, state: answer.alias, round: 0 },
  )

  // What this device still has of another day, unless the page is an answer to another form.
  useEffect(() => {
    // What was typed before the page woke stands in the form alone.
    const typed = form.current ? readForm(form.current, answer.typed) : answer.typed
    if (JSON.stringify(typed) !== JSON.stringify(answer.typed)) {
      isTouched.current = true
      return setCard(typed)
    }
    const kept = readKept(account, answer.typed)
    if (!kept || isTouched.current || (isAnswer && kept.card.submissionId !== answer.typed.submissionId)) return
    setCard(kept.card)
    setStep(kept.step)
  }, [account, answer.typed, isAnswer])
  useEffect(() => {
    if (isTouched.current) keepTyped(account, { card, step })
  }, [account, card, step])

  const change = (changed: Partial<TypedCard>) => {
    isTouched.current = true
    setCard((before) => ({ ...before, ...changed }))
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !(path in changed))))
    setMessage('')
  }
  const turn = (to: 'address' | 'you') => {
    isTouched.current = true
    setStep(to)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.wizard h1')?.focus())
  }
  const showFaults = (found: Record<string, string>) => {
    setFaults(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setMessage('')
    try {
      await (step === 'address' ? chooseAddress() : create())
    } catch (thrown) {
      const type = isRefused(thrown) ? thrown.problem.type : ''
      setMessage(t(ownOf(refusals, type) ?? 'signup.notSent'))
    }
    setIsBusy(false)
  }

  async function chooseAddress() {
    const asked = card.alias.trim()
    if (asked === '') return showFaults({ alias: t('signup.aliasWrong') })
    const state = known ?? (await call('cards.aliasState', { params: { alias: asked }, query: { name: card.fullName } }))
    if (state.state !== 'free') return showFaults({ alias: whyNot(t, state) })
    setCard((before) => ({ ...before, alias: state.alias }))
    setFaults({})
    turn('you')
  }

  async function create() {
    try {
      const { alias } = await call('cards.create', { input: { ...card, profile: card.profile === '2' ? 2 : 1 } })
      // The button stays pressed until the next page is there.
      location.assign(cardStepHref(alias, 'photo'))
      await new Promise(() => {})
    } catch (thrown) {
      if (!isRefused(thrown) || !thrown.problem.faults) throw thrown
      const found = Object.fromEntries(thrown.problem.faults.map(({ path }) => [path, fieldFault(t, path)]))
      if ('alias' in found) {
        // Somebody was quicker: everything typed stays, and the field says what is left.
        setRound((before) => before + 1)
        turn('address')
      }
      showFaults(found)
    }
  }

  const isAddress = step === 'address'
  return (
    <WizardFrame
      step={step}
      title={t(isAddress ? 'signup.addressTitle' : 'signup.youTitle')}
      lead={t(isAddress ? 'signup.addressLead' : 'signup.youLead')}
      aside={preview(card)}
    >
      <form ref={form} className="wizard-form" method="post" noValidate onSubmit={(event) => void send(event)}>
        {message && (
          <Banner kind="bad" isLive>
            {message}
          </Banner>
        )}
        {/* What the Enter key presses: the first button of a form. */}
        <button className="sr-only" type="submit" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="submissionId" value={card.submissionId} />
        <input type="hidden" name="intent" value={isAddress ? 'address' : 'create'} />
        <Hidden
          card={card}
          names={isAddress ? ['fullName', 'title', 'companyName', 'phoneNumber', 'emailAddress', 'profile'] : ['alias']}
        />
        {isAddress ? (
          <AddressStep typed={card.alias} state={known} error={faults['alias'] ?? null} change={(alias) => change({ alias })} />
        ) : (
          <YouStep card={card} faults={faults} change={change} />
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
      </form>
    </WizardFrame>
  )
}

function readForm(form: HTMLFormElement, usual: TypedCard): TypedCard {
  const words = new FormData(form)
  return readTyped((name) => {
    const value = words.get(name)
    return typeof value === 'string' ? value : null
  }, usual)
}

const Hidden = ({ card, names }: { card: TypedCard; names: readonly (keyof TypedCard)[] }) =>
  names.map((name) => <input key={name} type="hidden" name={name} value={card[name]} />)

type Kept = { card: TypedCard; step: 'address' | 'you' }

/** What this account typed on this device and is no card yet. */
export function readKept(account: string, usual: TypedCard): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(newCardPlace(account)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const text = (name: string) => {
      const value: unknown = Reflect.get(kept, name)
      return typeof value === 'string' ? value : null
    }
    return { card: readTyped(text, usual), step: text('step') === 'you' ? 'you' : 'address' }
  } catch {
    return null
  }
}

/** A device without room or leave keeps nothing: the form has it all. */
export function keepTyped(account: string, { card, step }: Kept) {
  try {
    localStorage.setItem(newCardPlace(account), JSON.stringify({ ...card, step }))
  } catch {
    // Full, or forbidden.
  }
}
