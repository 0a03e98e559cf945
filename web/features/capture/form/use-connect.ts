import { useEffect, useMemo, useState } from 'react'
import { consentVersion } from '#contract/accounts/consent.ts'
import { connectedMs, snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useReport } from '../../../platform/visits/use-report.ts'
import { useSite } from '../../../platform/use-site.ts'
import type { ConnectCard } from '../connect-card.ts'
import { connectCall } from '../sending/connect-call.ts'
import type { Entry } from './entry.ts'
import { keepEntry } from '../sending/kept-store.ts'
import { createProofKeeper } from '../proof/proof-keeper.ts'
import { prove } from '../proof/prove.ts'
import { rememberConnected } from '../sending/remember-connected.ts'
import { sendEntry, type Outcome } from '../sending/send-entry.ts'
import { submissionIds, typedEntries } from '../sending/typed-entries.ts'

/** Where a form is on its way: filled in, sent, the door open, the card offered, or waiting on the device. */
export type Phase = 'form' | 'sending' | 'connected' | 'save' | 'kept'

/** The button becomes the knob before the door opens. */
const knobMs = 350

export function useConnect(card: ConnectCard, givenId?: string) {
  const t = useTranslate()
  const report = useReport()
  const { productSlug: slug } = useSite()
  const [phase, setPhase] = useState<Phase>('form')
  const [firstName, setFirstName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { call, proofs } = useMemo(() => {
    const calls = connectCall(slug)
    return { call: calls, proofs: createProofKeeper(() => prove({ call: calls, slug, alias: card.alias })) }
  }, [slug, card.alias])

  useEffect(() => {
    if (phase !== 'connected') return
    const timer = setTimeout(() => setPhase('save'), connectedMs.animation)
    return () => clearTimeout(timer)
  }, [phase])
  useEffect(() => {
    if (error === null) return
    const timer = setTimeout(() => setError(null), snackbarMs.error)
    return () => clearTimeout(timer)
  }, [error])

  async function send(entry: Entry) {
    if (phase === 'sending') return
    setPhase('sending')
    setError(null)
    setFirstName(entry.name)
    const submissionId = submissionIds.get(card.alias) ?? givenId ?? newSubmissionId()
    submissionIds.set(card.alias, submissionId)
    const sending = {
      ...entry,
      alias: card.alias,
      submissionId,
      consentVersion,
      language: document.documentElement.lang,
      consentAt: momentNow(),
    }
    const [outcome] = await Promise.all([sendEntry(call, sending, proofs.spend), passed(knobMs)])
    await settle(outcome, () => keepEntry(sending, card.name))
  }

  async function settle(outcome: Outcome, keep: () => Promise<boolean>) {
    if (outcome.kind === 'sent') {
      forgetTyped()
      rememberConnected(card.alias)
      report('collect_client_data', 'connected')
      return setPhase('connected')
    }
    if (outcome.kind === 'unreachable') {
      setError(t('capture.failed'))
      const isKept = await keep()
      if (isKept) forgetTyped()
      return setPhase(isKept ? 'kept' : 'form')
    }
    // With other words it is another form.
    if (outcome.isFinal) submissionIds.set(card.alias, newSubmissionId())
    setError(t('capture.failedWith', { message: outcome.isProofless ? t('capture.captcha') : outcome.message }))
    setPhase('form')
  }

  function forgetTyped() {
    typedEntries.delete(card.alias)
    submissionIds.delete(card.alias)
  }

  return { phase, firstName, error, begin: proofs.begin, send, fail: () => setError(t('capture.correct')) }
}

export type Connecting = ReturnType<typeof useConnect>

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const momentNow = () => new Date().toISOString()

/** Also where there is no TLS, and with it no `randomUUID`. */
function newSubmissionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
