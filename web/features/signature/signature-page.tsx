import { useCallback, useMemo, useRef } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import openDoor from '../../ui/art/spot-open-door.svg?url'
import { useStoredChoices } from '../../platform/device/use-stored-choices.ts'
import { useSite } from '../../platform/use-site.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Cluster } from '../../ui/page/layout.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { makeSignature, signatureLettersMax } from './make-signature.ts'
import { PasteHelp } from './paste-help.tsx'
import { SignatureCopy } from './signature-copy.tsx'
import { readChoices, type SignatureChoices, type SignatureData } from './signature-data.ts'
import { SignatureIncludes } from './signature-includes.tsx'
import { SignatureMail } from './signature-mail.tsx'
import { SignatureStyles } from './signature-styles.tsx'
import styles from './signature.css?page-style'

export type SignatureView = {
  alias: string
  data: SignatureData
  defaults: SignatureChoices
  /** The origin of this installation, and the address of this page. */
  origin: string
  address: string
  email: string
  language: string
}

export function SignaturePage({ view }: { view: SignatureView }) {
  const { alias, data, defaults, origin, address, email, language } = view
  const t = useTranslate()
  const preview = useRef<HTMLDivElement>(null)
  const read = useCallback((stored: string) => readChoices(stored, defaults), [defaults])
  const [choices, choose] = useStoredChoices(`signature:${alias}`.toLowerCase(), read)
  const { node, html, cut } = useMemo(() => makeSignature(data, choices), [data, choices])
  const numbers = { letters: html.length.toLocaleString(language), most: signatureLettersMax.toLocaleString(language) }
  return (
    <div className="signature">
      <PageStyle name="signature" styles={styles} />
      <PageHeader title={t('page.emailSignature')} lead={t('signature.lead')} />
      <WideScreenNote address={address} email={email} />
      <div className="signature-columns">
        <SignatureMail node={node} origin={origin} preview={preview} />
        <div className="ui-panel padded signature-options">
          <div className="with-script">
            <SignatureStyles layout={choices.layout} choose={(layout) => choose({ layout })} />
            <SignatureIncludes data={data} choices={choices} choose={choose} />
          </div>
          <SignatureCopy
            html={html}
            text={signatureText(data, choices)}
            cut={cut}
            length={t('signature.length', numbers)}
            preview={preview}
          />
          <PasteHelp numbers={numbers} save={() => saveSignature(html, data.name)} />
        </div>
      </div>
    </div>
  )
}

/** The signature as a file for classic Outlook's signature folder. */
function saveSignature(html: string, name: string) {
  const page = `<!doctype html><html><head><meta charset="utf-8"><title>${name.replace(/[<>&]/g, '')}</title></head><body>${html}</body></html>`
  const address = URL.createObjectURL(new Blob([page], { type: 'text/html;charset=utf-8' }))
  const way = document.createElement('a')
  way.href = address
  way.download = `${name.replace(/[^\p{L}\p{N} -]/gu, '').trim() || 'signature'}.htm`
  way.click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** The plain text version: one item per line. */
export function signatureText(data: SignatureData, choices: SignatureChoices): string {
  const phones = choices.phones ? data.phones.filter(({ kind }) => !choices.withoutPhones.includes(kind)) : []
  return [
    data.name,
    [data.title, data.company].filter(Boolean).join(', '),
    data.tagLine,
    ...phones.map(({ text, label }) => `${text} ${label}`),
    data.email?.text ?? '',
    ...(choices.button ? [data.card.text] : []),
    ...(choices.links ? data.links.map(({ name, href }) => `${name}: ${href}`) : []),
    data.license,
  ]
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}

/** On phones: how to continue on a computer. */
function WideScreenNote({ address, email }: { address: string; email: string }) {
  const t = useTranslate()
  const [isCopied, copy] = useCopy({ good: t('share.copied'), bad: t('signature.copyFailed'), forMs: snackbarMs.copy })
  const mail = new URLSearchParams({ subject: t('signature.mailSubject'), body: address })
  // Email apps do not decode a plus as a space.
  const href = `mailto:${encodeURIComponent(email)}?${mail.toString().replaceAll('+', '%20')}`
  return (
    <aside className="signature-note">
      <Banner
        kind="info"
        title={t('signature.desktop')}
        action={
          <Cluster>
            <ButtonLink icon="mail" href={href}>
              {t('signature.mailMe')}
            </ButtonLink>
            <span className="with-script">
              <Button icon={isCopied ? 'check' : 'copy'} disabled={!useHydrated()} onClick={() => void copy(address)}>
                {t('signature.copyLink')}
              </Button>
            </span>
          </Cluster>
        }
      >
        {t('signature.desktopLead')}
      </Banner>
    </aside>
  )
}

/** For cards whose plan has no signatures. */
export function SignatureLocked({ upgradeHref, price }: { upgradeHref: string; price: string }) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  return (
    <div className="signature">
      <PageStyle name="signature" styles={styles} />
      <PageHeader title={t('page.emailSignature')} />
      <EmptyState
        art={openDoor}
        title={t(hasPlans ? 'signature.locked' : 'restricted.ownerOffMore')}
        action={
          hasPlans && (
            <>
              <ButtonLink kind="brass" size="large" icon="key-round" isDocument href={upgradeHref}>
                {t('restricted.upgrade')}
              </ButtonLink>
              <small>{t('restricted.price', { price })}</small>
            </>
          )
        }
      >
        {t('signature.lockedLead')}
      </EmptyState>
    </div>
  )
}
