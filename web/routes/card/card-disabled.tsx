import { data, redirect, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { cardHref, sideHref } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { siteContext } from '../../platform/router-context.ts'
import { useSite } from '../../platform/use-site.ts'
import closedDoor from '../../ui/art/spot-closed-door.svg?url'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { claimHref } from '../../loaders/account-links.ts'
import { metas } from '../metas.ts'
import { isOpen, readCard } from '../../loaders/open-card.ts'
import { MessagePage } from '../product-page.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { answer, address } = await readCard(args)
  const card = answer['{product}']
  if (isOpen(card)) return redirect(cardHref(address, 'home'))
  const { productName } = args.context.get(siteContext)
  const t = translateFor(args.request)
  const isTakenDown = 'isTakenDown' in card && card.isTakenDown
  const name = isTakenDown ? '' : card.fullName
  const title = [name, t(isTakenDown ? 'disabled.takenDown' : 'disabled.title'), productName].filter(Boolean).join(' | ')
  return data({ name: name || address.alias, alias: address.alias, isTakenDown, title }, { status: 410 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

const missed = [
  ['id-card', 'disabled.missShare'],
  ['star', 'disabled.missReviews'],
  ['badge-check', 'disabled.missDisplay'],
  ['phone', 'disabled.missCall'],
  ['share-2', 'disabled.missSocial'],
] as const satisfies [IconName, string][]

export default function CardDisabled() {
  const { name, alias, isTakenDown } = useLoaderData<typeof loader>()
  const { productName, supportPhone } = useSite()
  const t = useTranslate()
  if (isTakenDown) return <TakenDown alias={alias} />
  return (
    <MessagePage
      art={closedDoor}
      title={t('disabled.title')}
      lead={t('disabled.sentence', { product: productName, name })}
      actions={
        <>
          <a className="btn large wide door" href={claimHref(alias)}>
            {t('disabled.activate', { product: productName })}
          </a>
          {supportPhone && (
            <a className="btn wide ghost" href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>
              <Icon name="phone" />
              {t('disabled.support')}
            </a>
          )}
        </>
      }
    >
      <section className="sheet-panel miss">
        <h2>{t('disabled.miss')}</h2>
        <ul>
          {missed.map(([icon, words]) => (
            <li key={icon}>
              <Icon name={icon} />
              {t(words)}
            </li>
          ))}
        </ul>
      </section>
    </MessagePage>
  )
}

/** Visitors learn nothing more. Its owner can appeal after the login. */
function TakenDown({ alias }: { alias: string }) {
  const t = useTranslate()
  const returnUrl = sideHref(alias, 'report')
  return (
    <MessagePage
      art={closedDoor}
      title={t('disabled.takenDown')}
      lead={t('disabled.takenDownOwner')}
      actions={
        <a className="btn wide ghost" href={`/bff/login?${new URLSearchParams({ returnUrl })}`}>
          {t('report.login')}
        </a>
      }
    />
  )
}
