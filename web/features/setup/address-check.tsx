import { useContext, useEffect, useState } from 'react'
import type { AddressCheck as Checked } from '#contract/admin/admin.ts'
import { LanguageContext, useTranslate } from '../../i18n/use-translate.ts'
import { createClient } from '../../platform/api/client.ts'
import { isThisComputer } from '../../platform/this-computer.ts'
import { useSite } from '../../platform/use-site.ts'
import { Status } from '../../ui/status/status.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'

const pauseMs = 800
const kinds = {
  secure: 'ok',
  plain: 'warn',
  local: 'warn',
  other: 'bad',
  redirected: 'bad',
  unknown: 'bad',
  untrusted: 'bad',
  // A router may not route back its own address.
  unreachable: 'warn',
} as const

/** Whether this installation answers at the typed address, as its server finds when typing pauses. Nothing that it finds stops the step. */
export function AddressCheck({ address, passkeyHost }: { address: string; passkeyHost: string | null }) {
  const t = useTranslate()
  const language = useContext(LanguageContext)
  const isHydrated = useHydrated()
  const origin = originOf(address)
  const found = useCheck(origin)
  const state = found && (isThisComputer(origin) && ['plain', 'secure'].includes(found.state) ? 'local' : found.state)
  const until = found?.validTo ? new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(found.validTo)) : ''
  return (
    <p className="setup-check" role="status">
      {isHydrated &&
        origin !== '' &&
        (state ? (
          <Status kind={kinds[state]}>{t(`setup.address.${state}`, { until, detail: found?.detail ?? '' })}</Status>
        ) : (
          found === undefined && <Status kind="busy">{t('setup.address.checking')}</Status>
        ))}
      {passkeyHost !== null && origin !== '' && new URL(origin).hostname !== passkeyHost && (
        <Status kind="warn">{t('setup.addressPasskey', { host: passkeyHost })}</Status>
      )}
    </p>
  )
}

/** Undefined until the answer is there; null if there is none, such as after too many checks. */
function useCheck(origin: string): Checked | null | undefined {
  const { productSlug } = useSite()
  const [last, setLast] = useState<{ origin: string; found: Checked | null } | null>(null)
  useEffect(() => {
    if (origin === '') return
    let isCurrent = true
    const show = (found: Checked | null) => isCurrent && setLast({ origin, found })
    const timer = setTimeout(() => {
      createClient({ slug: productSlug })
        .call('admin.checkAddress', { input: { address: origin } })
        .then(show, () => show(null))
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [origin, productSlug])
  return last?.origin === origin ? last.found : undefined
}

/** Empty for what is not an address yet. */
function originOf(address: string): string {
  const text = address.trim()
  return /^https?:\/\/[^/]/.test(text) && URL.canParse(text) ? new URL(text).origin : ''
}
