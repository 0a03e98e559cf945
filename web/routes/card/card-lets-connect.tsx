import { data, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, Link } from 'react-router'
import { isProblem } from '#contract/api.ts'
import { consentVersion } from '#contract/accounts/consent.ts'
import { cardHref } from '#contract/pages.ts'
import { CardNotice } from '../../features/cards/frame/card-notice.tsx'
import { InnerPage } from '../../features/cards/frame/inner-page.tsx'
import { connectCard, type ConnectCard } from '../../features/capture/connect-card.ts'
import { ConnectFormPage, type PostResult } from '../../features/capture/form/connect-form-page.tsx'
import { checkEntry, hasNoIssues, noEntry, readEntry, type Entry, type Issues } from '../../features/capture/form/entry.ts'
import { requestLanguage } from '#common/request-language.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import closedDoor from '../../ui/art/spot-closed-door.svg?url'
import { cardHead } from './shell/card-head.ts'
import { metas } from '../metas.ts'
import { openCard } from '../../loaders/open-card.ts'
import { useFrame } from './shell/use-frame.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  const head = { ...cardHead(open, args, { page: null, section: translateFor(args.request)('capture.heading') }), isListed: false }
  const card = connectCard(open, args.context.get(siteContext))
  const form = card.prompt ? await args.context.get(apiContext).call('contacts.form', { params: { alias: card.alias } }) : null
  return { head, card, form }
}

/** The form post without scripts. Returns the input with its issues. */
export async function action(args: ActionFunctionArgs) {
  const { card } = await openCard(args)
  const t = translateFor(args.request)
  const form = await args.request.formData()
  const carried = Object.fromEntries(['submissionId', 'seal', 'consentVersion'].map((name) => [name, textOf(form, name)]))
  const typed = readEntry(form)
  const issues = checkEntry(typed)
  const redisplay = (
    status: number,
    serverMessage: string | null,
    { found = {}, keeps = carried }: { found?: Issues; keeps?: Record<string, string> } = {},
  ) => data<PostResult>({ isSent: false, typed: { ...typed, website: '' }, issues: found, serverMessage, carried: keeps }, { status })
  if (!hasNoIssues(issues)) return redisplay(422, null, { found: issues })

  try {
    await args.context
      .get(apiContext)
      .call('contacts.submit', { input: inputOf(card.alias, typed, carried, requestLanguage(args.request)) })
    return data<PostResult>({ isSent: true, firstName: typed.name })
  } catch (thrown) {
    if (!isProblem(thrown)) throw thrown
    const { type, status, title, detail } = thrown.problem
    if (status >= 500) throw thrown
    // The form's seal was too new or too old; the returned page has a new one.
    if (type === '/problems/captcha-missing') return redisplay(status, t('capture.again'), { keeps: {} })
    return redisplay(status, status === 429 ? t('capture.tooMany') : t('capture.failedWith', { message: detail ?? title }))
  }
}

function inputOf(alias: string, typed: Entry, { submissionId, seal = '', consentVersion = '' }: Record<string, string>, language: string) {
  return {
    ...noEntry,
    ...typed,
    alias,
    subjectIdKey: '',
    tags: '',
    ...(submissionId ? { submissionId } : {}),
    reCaptchaResponse: seal,
    reCaptchaAction: '',
    consentVersion,
    language,
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function LetsConnect() {
  const { card, form } = useLoaderData<typeof loader>()
  const returned = useActionData<typeof action>()
  const { address } = useFrame()
  const t = useTranslate()
  if (!form) {
    return (
      <CardNotice art={closedDoor} title={t('capture.closed', { name: card.name })}>
        <ClosedNote card={card} contactHref={cardHref(address, 'contact')} />
      </CardNotice>
    )
  }
  return (
    <ConnectFormPage
      card={card}
      carried={{ ...form, consentVersion }}
      returned={returned}
      homeHref={cardHref(address, 'home')}
      page={(parts) => <InnerPage {...parts} />}
    />
  )
}

/** Shown if the owner takes no contacts. */
function ClosedNote({ card, contactHref }: { card: ConnectCard; contactHref: string }) {
  const t = useTranslate()
  return (
    <>
      <p>{t('capture.closedMore')}</p>
      <Link className="btn large solid" to={contactHref}>
        {t('capture.toContact', { name: card.name })}
      </Link>
    </>
  )
}
