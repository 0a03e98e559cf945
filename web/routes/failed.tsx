import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { useTranslate } from '../i18n/use-translate.ts'
import { checkNow } from '../platform/connection/reach.ts'
import { useBack, useNeedsReach } from '../platform/connection/use-reach.ts'
import lamp from '../ui/art/spot-lamp.svg?url'
import { WhenReached } from '../ui/when-reached.tsx'
import { NobodyHome } from './nobody-home.tsx'
import { MessagePage } from './product-page.tsx'

/** What a person sees where a page could not be made: nobody lives there, or it is our fault. */
export default function Failed() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NobodyHome alias={aliasOf(error.data)} />
  return <OurFault />
}

const aliasOf = (carried: unknown) =>
  typeof carried === 'object' && carried !== null && 'nobodyAt' in carried && typeof carried.nobodyAt === 'string' ? carried.nobodyAt : ''

function OurFault() {
  const t = useTranslate()
  const { pathname } = useLocation()
  useEffect(() => void checkNow(), [])
  // Where it was the connection, the page comes by itself once that is back.
  useBack(() => location.reload())
  return (
    <MessagePage
      art={lamp}
      title={t('failed.title')}
      lead={t('failed.sentence')}
      actions={
        <WhenReached {...useNeedsReach()}>
          <a className="btn large wide door" href={pathname} data-needs-reach>
            {t('failed.again')}
          </a>
        </WhenReached>
      }
    />
  )
}
