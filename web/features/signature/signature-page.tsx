import { useMemo, useRef, useSyncExternalStore } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import openDoor from '../../ui/art/spot-open-door.svg?url'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useAwake } from '../../ui/use-awake.ts'
import { makeSignature, signatureLettersMax } from './make-signature.ts'
import { PasteHelp } from './paste-help.tsx'
import { SignatureCopy } from './signature-copy.tsx'
import { readChoices, type SignatureChoices, type SignatureData } from './signature-data.ts'
import { SignatureIncludes } from './signature-includes.tsx'
import { SignatureMail } from './signature-mail.tsx'
import { SignatureStyles } from './signature-styles.tsx'
import css from './signature.css?inline'
import href from './signature.css?url'

export type SignatureView = {
  alias: string
  data: SignatureData
  usual: SignatureChoices
  /** Where this installation lives, and this page there. */
  origin: string
  address: string
  email: string
  language: string
}

export function SignaturePage({ view }: { view: SignatureView }) {
  const { alias, data, usual, origin, address, email, language } = view
  const t = useTranslate()
  const shown = useRef<HTMLDivElement>(null)
  const [choices, choose] = useChoices(alias, usual)
  const { node, html, cut } = useMemo(() => makeSignature(data, choices), [data, choices])
  const numbers = { letters: html.length.toLocaleString(language), most: signatureLettersMax.toLocaleString(language) }
  return (
    <div className="signature">
      <SignatureStyle />
      <PageHeader title={t('page.emailSignature')} lead={t('signature.lead')} />
      <WideScreenNote address={address} email={email} />
      <div className="signature-lay">
        <SignatureMail node={node} origin={origin} shown={shown} />
        <div className="signature-options">
          <div className="with-script">
            <SignatureStyles layout={choices.layout} choose={(layout) => choose({ layout })} />
            <SignatureIncludes data={data} choices={choices} choose={choose} />
          </div>
          <SignatureCopy html={html} text={signatureText(data, choices)} cut={cut} length={t('signature.length', numbers)} shown={shown} />
          <PasteHelp numbers={numbers} save={() => saveSignature(html, data.name)} />
        </div>
      </div>
    </div>
  )
}

const SignatureStyle = () => <PageStyle name="signature" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />

/** The signature as classic Outlook keeps it in its folder. */
function saveSignature(html: string, name: string) {
  const page = `<!doctype html><html><head><meta charset="utf-8"><title>${name.replace(/[<>&]/g, '')}</title></head><body>${html}</body></html>`
  const address = URL.createObjectURL(new Blob([page], { type: 'text/html;charset=utf-8' }))
  const way = document.createElement('a')
  way.href = address
  way.download = `${name.replace(/[^\p{L}\p{N} -]/gu, '').trim() || 'signature'}.htm`
  way.click()
  // Given away by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** The same for programs that write plain text: one thing a line. */
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

const changedEvent = 'signature-choices-changed'
/** Holds the choices while the page is open, for devices that store nothing. */
const inMemory = new Map<string, string>()
const storageKey = (alias: string) => `signature:${alias}`.toLowerCase()

function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key) ?? ''
  } catch {
    return inMemory.get(key) ?? ''
  }
}

function storeChoices(key: string, choices: SignatureChoices) {
  const text = JSON.stringify(choices)
  inMemory.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Storage is full or blocked: the choices last as long as the page.
  }
  dispatchEvent(new Event(changedEvent))
}

function subscribe(onChange: () => void): () => void {
  for (const kind of [changedEvent, 'storage']) addEventListener(kind, onChange)
  return () => {
    for (const kind of [changedEvent, 'storage']) removeEventListener(kind, onChange)
  }
}

/** The choices this device stored for the signature of a card. */
function useChoices(alias: string, usual: SignatureChoices): [SignatureChoices, (change: Partial<SignatureChoices>) => void] {
  const key = storageKey(alias)
  const text = useSyncExternalStore(
    subscribe,
    () => readStored(key),
    () => '',
  )
  const choices = useMemo(() => readChoices(text, usual), [text, usual])
  return [choices, (change) => storeChoices(key, { ...choices, ...change })]
}

/** On a phone: the way to a desk, before the rest. */
function WideScreenNote({ address, email }: { address: string; email: string }) {
  const t = useTranslate()
  const [isCopied, copy] = useCopy({ good: t('share.copied'), bad: t('signature.copyFailed'), forMs: snackbarMs.copy })
  const mail = new URLSearchParams({ subject: t('signature.mailSubject'), body: address })
  // Mail programs read a plus as a plus.
  const href = `mailto:${encodeURIComponent(email)}?${mail.toString().replaceAll('+', '%20')}`
  return (
    <aside className="signature-note">
      <h2>{t('signature.desk')}</h2>
      <p>{t('signature.deskLead')}</p>
      <div>
        <ButtonLink icon="mail" href={href}>
          {t('signature.mailMe')}
        </ButtonLink>
        <span className="with-script">
          <Button icon={isCopied ? 'check' : 'copy'} disabled={!useAwake()} onClick={() => void copy(address)}>
            {t('signature.copyLink')}
          </Button>
        </span>
      </div>
    </aside>
  )
}

/** For an owner whose card has no signatures: what they would bring, and how. */
export function SignatureLocked({ upgradeHref, price }: { upgradeHref: string; price: string }) {
  const t = useTranslate()
  return (
    <div className="signature-locked">
      <SignatureStyle />
      <img src={openDoor} width="240" height="200" alt="" />
      <h1>{t('signature.locked')}</h1>
      <p>{t('signature.lockedLead')}</p>
      <ButtonLink kind="brass" size="large" isWide icon="key-round" isDocument href={upgradeHref}>
        {t('restricted.upgrade')}
      </ButtonLink>
      <p className="signature-price">{t('restricted.price', { price })}</p>
    </div>
  )
}
