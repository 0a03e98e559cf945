import { data, Form, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { beginningOf } from '#common/text/beginning-of.ts'
import { isProblem } from '#contract/api.ts'
import { abuseKinds, abuseWordsMax } from '#contract/admin/abuse-choices.ts'
import { cardHref } from '#contract/pages.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import mailbox from '../../ui/art/spot-mailbox.svg?url'
import closedDoor from '../../ui/art/spot-closed-door.svg?url'
import { ReportForm } from './report-form.tsx'
import { metas } from '../metas.ts'
import { MessagePage, ProductStyle } from '../product-page.tsx'
import { translateFor } from '../../loaders/translate-for.ts'
import { fieldOf } from '../../loaders/submit-form.ts'
import type { CardNotFoundData } from '../../loaders/open-card.ts'
import ownerTokens from '../../ui/styles/owner-tokens.css?inline'
import { KitStyle } from '../../ui/kit-style.tsx'

const couldBeCode = /^[A-Za-z0-9]{8,20}$/
const missingAlias = (alias = '') => data<CardNotFoundData>({ missingAlias: alias }, { status: 404 })

/** The texts come from the loader, so that card visitors don't load them. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const t = translateFor(request)
  const { productName } = context.get(siteContext)
  const form = await context
    .get(apiContext)
    .call('abuse.form', { params: { alias: params['alias'] ?? '' } })
    .catch((error: unknown) => {
      if (isProblem(error) && [404, 422].includes(error.problem.status)) throw missingAlias(params['alias'])
      throw error
    })
  const { submissionId, seal, alias, name, isOff, isOwner } = form
  const link = new URL(request.url).searchParams.get('link') ?? ''
  const linkCode = couldBeCode.test(link) ? link : ''
  // Owners can't report their own card; they can object to a takedown.
  const kinds = abuseKinds.filter((kind) => (kind === 'objection') === isOwner && (isOwner || !isOff))
  const head = isOwner ? 'object' : isOff ? 'off' : null
  return {
    carried: { submissionId, seal, linkCode },
    kinds: kinds.map((kind) => ({ kind, label: t(`report.kind.${kind}`) })),
    wordsMax: abuseWordsMax,
    backHref: isOff ? null : cardHref({ alias }, 'home'),
    isClosed: isOff,
    loginHref: isOff && !isOwner ? `/account/login?${new URLSearchParams({ prompt: 'login', returnUrl: `/${alias}/report` })}` : null,
    title: t(head === 'object' ? 'report.objectTitle' : head === 'off' ? 'report.offTitle' : 'report.title'),
    lead: t(head === 'object' ? 'report.objectLead' : head === 'off' ? 'report.offLead' : 'report.lead', { name, product: productName }),
    product: productName,
    texts: {
      kind: t('report.kind'),
      words: t('report.text'),
      send: t('report.send'),
      back: t('report.back'),
      login: t('report.login'),
      link: linkCode ? t('report.link', { code: linkCode }) : '',
    },
  }
}

/** The form post. Returns the input with its issues. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const t = translateFor(request)
  const form = await request.formData()
  const typed = { kind: fieldOf(form, 'kind'), words: beginningOf(fieldOf(form, 'words'), abuseWordsMax) }
  const formWithErrors = (status: number, message: string) => data({ isSent: false as const, message, typed }, { status })
  const kind = abuseKinds.find((one) => one === typed.kind)
  if (!kind) return formWithErrors(422, t('report.kind'))
  const field = (name: string) => fieldOf(form, name)
  const linkCode = couldBeCode.test(field('linkCode')) ? field('linkCode') : ''
  try {
    const input = { alias: params['alias'] ?? '', submissionId: field('submissionId'), seal: field('seal'), website: field('website') }
    await context.get(apiContext).call('abuse.report', { input: { ...input, kind, words: typed.words, linkCode } })
    return { isSent: true as const, title: t('report.sentTitle'), message: t('report.sent') }
  } catch (error) {
    if (!isProblem(error)) throw error
    const { type, status } = error.problem
    if (type === '/problems/captcha-missing') return formWithErrors(status, t('report.again'))
    if (status === 429) return formWithErrors(status, t('report.tooMany'))
    if (status === 422) return formWithErrors(status, t('report.textMissing'))
    if (status === 404) throw missingAlias(params['alias'])
    throw error
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  metas({ title: loaderData ? `${loaderData.title} | ${loaderData.product}` : '', isListed: false })

export default function Report() {
  const { title, lead, kinds, carried, backHref, isClosed, loginHref: login, texts, wordsMax } = useLoaderData<typeof loader>()
  const returned = useActionData<typeof action>()
  const back = backHref && (
    <a className="btn wide ghost" href={backHref}>
      {texts.back}
    </a>
  )
  if (returned?.isSent) return <MessagePage art={mailbox} title={returned.title} lead={returned.message} actions={back} />
  const style = (
    <>
      <ProductStyle name="report" css={import.meta.env.SSR ? ownerTokens : ''} />
      <KitStyle />
    </>
  )
  return (
    <MessagePage
      art={isClosed ? closedDoor : mailbox}
      title={title}
      lead={lead}
      style={style}
      actions={
        <>
          {login && (
            <a className="btn large wide door" href={login}>
              {texts.login}
            </a>
          )}
          {back}
        </>
      }
    >
      {kinds.length > 0 && (
        <Form className="sheet-panel ui-stack" method="post">
          <ReportForm kinds={kinds} carried={carried} texts={texts} wordsMax={wordsMax} returned={returned} />
        </Form>
      )}
    </MessagePage>
  )
}
