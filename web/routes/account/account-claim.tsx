import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { isProblem, type Api } from '#contract/api.ts'
import type { OwnCardItem } from '#contract/cards/cards.ts'
import { ShellStyle } from '../../features/shell/shell-style.tsx'
import { ClaimLinks, ClaimNothing, ClaimStep } from '../../features/sign-in/new-card/claim-step.tsx'
import { cardStepHref } from '../../features/sign-in/new-card/typed-card.ts'
import { WizardFrame } from '../../features/sign-in/new-card/wizard-frame.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { useSite } from '../../platform/use-site.ts'
import { claimHref, editHref } from '../../loaders/account-links.ts'
import { metas } from '../metas.ts'
import { fieldOf, submitForm } from '../../loaders/submit-form.ts'
import { unlessMissing } from '../../loaders/unless-missing.ts'

/**
 * Logged out, every address asks for a login and looks the same. Logged in, a card with an owner and an address without a card look
 * the same, except to that owner, who goes to the card's settings.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const t = translateFor(request)
  const { productName, signUp, sendsMail } = context.get(siteContext)
  const takesSignUps = signUp === 'open' || signUp === 'domains'
  const alias = params['alias'] ?? ''
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const returnUrl = claimHref(alias) + (token ? `?${new URLSearchParams({ token })}` : '')
  const own = await ownCards(api)
  if (!own)
    return data({
      card: null,
      isSignedIn: false,
      token,
      title: `${t('signup.claimTitle')} | ${productName}`,
      returnUrl,
      takesSignUps,
      sendsMail,
    })
  if (own.some((card) => card.alias.toLowerCase() === alias.toLowerCase())) throw redirect(`${editHref(alias)}/settings`)
  const card = await unlessMissing(() => api.call('cards.claimable', { params: { alias } }))
  const title = `${t(card ? 'signup.claimTitle' : 'signup.claimNothing')} | ${productName}`
  return data({ card, isSignedIn: true, token, title, returnUrl, takesSignUps, sendsMail }, { status: card ? 200 : 404 })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const t = translateFor(request)
  const alias = params['alias'] ?? ''
  if (fieldOf(form, 'intent') === 'mail') {
    const { failure } = await submitForm(request, () => api.call('cards.requestClaimCode', { input: { alias } }))
    return data({ isSent: !failure, failure: failure?.message ?? '', issue: '', code: '' }, { status: failure?.status ?? 200 })
  }
  const code = fieldOf(form, 'code')
  const { value, failure } = await submitForm(request, () => api.call('cards.claim', { input: { alias, code } }))
  if (value) throw redirect(cardStepHref(value.alias, 'done'))
  const issue = 'code' in failure.issues ? t('signup.claimWrong') : ''
  const message = failure.status === 429 ? t('signup.claimTooMany') : failure.message
  return data({ isSent: false, failure: issue ? '' : message, issue, code }, { status: failure.status })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountClaim() {
  const { card, isSignedIn, token, returnUrl, takesSignUps, sendsMail } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const { publicUrl } = useSite()
  const t = useTranslate()
  const address = card && `${publicUrl.replace(/^https?:\/\//, '')}/${card.alias}`
  const facts = { name: card?.fullName || card?.alias, address: address ?? '' }
  return (
    <>
      <ShellStyle />
      {!isSignedIn ? (
        <WizardFrame step={null} title={t('signup.claimTitle')} lead={t(takesSignUps ? 'signup.claimFirst' : 'signup.claimFirstClosed')}>
          <ClaimLinks returnUrl={returnUrl} takesSignUps={takesSignUps} />
        </WizardFrame>
      ) : card ? (
        <WizardFrame step={null} title={t('signup.claimTitle')} lead={t('signup.claimLead', facts)}>
          <ClaimStep
            code={sent?.code || token}
            error={sent?.issue || undefined}
            failure={sent?.failure ?? ''}
            isSent={sent?.isSent ?? false}
            sendsMail={sendsMail}
          />
        </WizardFrame>
      ) : (
        <WizardFrame step={null} title={t('signup.claimNothing')} lead={t('signup.claimNothingHere')}>
          <ClaimNothing />
        </WizardFrame>
      )}
    </>
  )
}

/** Null for a visitor who isn't logged in. */
async function ownCards(api: Api): Promise<OwnCardItem[] | null> {
  try {
    return await api.call('cards.own')
  } catch (thrown) {
    if (isProblem(thrown) && thrown.problem.status === 401) return null
    throw thrown
  }
}
