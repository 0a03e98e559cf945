import { useEffect, useMemo, useState } from 'react'
import { consentVersion } from '#contract/accounts/consent.ts'
import { connectedMs, snackbarMs } from '#contract/constants.ts'
import { sourceOfVisit } from '#contract/visit-sources.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { readCardState, watchCardState } from '../../../platform/device/device-state.ts'
import { useReport } from '../../../platform/visits/use-report.ts'
import { useSite } from '../../../platform/use-site.ts'
import type { ConnectCard } from '../connect-card.ts'
import type { Entry } from './entry.ts'
import { queueEntry } from '../sending/outbox-store.ts'
import { createProofCache } from '../proof/proof-cache.ts'
import { prove } from '../proof/prove.ts'
import { createTimedCall, rememberConnected, sendEntry, type Outcome } from '../sending/send-entry.ts'
import { confirmedInPlace, submissionIds, entryDrafts } from '../sending/entry-drafts.ts'

/** `form`: being filled in. `connected`: the door animation plays. `save`: the card is offered. `queued`: stored on the device. */
type Phase = 'form' | 'sending' | 'connected' | 'save' | 'queued'

/** The button turns into the door's knob before the door opens. */
const knobMs = 350

const isoNow = () => new Date().toISOString()

export function useConnect(card: ConnectCard, initialId?: string) {
  const t = useTranslate()
  const report = useReport()
  const { productSlug: slug } = useSite()
  const [phase, setPhase] = useState<Phase>('form')
  const [firstName, setFirstName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { call, proofs } = useMemo(() => {
    const calls = createTimedCall(slug)
    return { call: calls, proofs: createProofCache(() => prove({ call: calls, slug, alias: card.alias })) }
  }, [slug, card.alias])

  useEffect(() => {
    if (phase !== 'connected') return
    const timer = setTimeout(() => setPhase('save'), connectedMs.animation)
    return () => clearTimeout(timer)
  }, [phase])
  // A queued entry is sent once the connection is back.
  useEffect(() => {
    if (phase !== 'queued') return
    const { connectedOn } = readCardState(card.alias)
    const unwatch = watchCardState(() => readCardState(card.alias).connectedOn !== connectedOn && setPhase('connected'))
    confirmedInPlace.add(card.alias)
    return () => {
      unwatch()
      confirmedInPlace.delete(card.alias)
    }
  }, [phase, card.alias])
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
    const submissionId = submissionIds.get(card.alias) ?? initialId ?? newSubmissionId()
    submissionIds.set(card.alias, submissionId)
    const sending = {
      ...entry,
      alias: card.alias,
      submissionId,
      consentVersion,
      language: document.documentElement.lang,
      consentAt: isoNow(),
      via: sourceOfVisit(performance.getEntriesByType('navigation')[0]?.name, card.alias),
    }
    const [outcome] = await Promise.all([sendEntry(call, sending, proofs.consume), delay(knobMs)])
    await finish(outcome, () => queueEntry(sending, card.name))
  }

  async function finish(outcome: Outcome, queue: () => Promise<boolean>) {
    if (outcome.kind === 'sent') {
      clearDraft()
      rememberConnected(card.alias)
      report('collect_client_data', 'connected')
      return setPhase('connected')
    }
    if (outcome.kind === 'unreachable') {
      setError(t('capture.failed'))
      const isQueued = await queue()
      if (isQueued) clearDraft()
      return setPhase(isQueued ? 'queued' : 'form')
    }
    // After a final error the corrected form is a new submission.
    if (outcome.isFinal) submissionIds.set(card.alias, newSubmissionId())
    setError(t('capture.failedWith', { message: outcome.messageKey ? t(outcome.messageKey) : outcome.message }))
    setPhase('form')
  }

  function clearDraft() {
    entryDrafts.delete(card.alias)
    submissionIds.delete(card.alias)
  }

  return { phase, firstName, error, begin: proofs.begin, send }
}

export type Connecting = ReturnType<typeof useConnect>

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A UUID v4. `crypto.randomUUID` needs TLS. */
function newSubmissionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
