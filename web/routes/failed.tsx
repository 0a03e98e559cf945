import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { useTranslate } from '../i18n/use-translate.ts'
import { recheckReach } from '../platform/connection/reach.ts'
import { useReconnect, useServerRequired } from '../platform/connection/use-reach.ts'
import lamp from '../ui/art/spot-lamp.svg?url'
import { OnlineOnly } from '../ui/online-only.tsx'
import { CardNotFound } from './card-not-found.tsx'
import { MessagePage } from './product-page.tsx'

/** The page for an unknown address and for a server error. */
export default function Failed() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <CardNotFound alias={aliasOf(error.data)} />
  return <OurIssue />
}

const aliasOf = (carried: unknown) =>
  typeof carried === 'object' && carried !== null && 'missingAlias' in carried && typeof carried.missingAlias === 'string'
    ? carried.missingAlias
    : ''

function OurIssue() {
  const t = useTranslate()
  const { pathname } = useLocation()
  useEffect(() => void recheckReach(), [])
  // After a connection failure the page reloads by itself once the connection is back.
  useReconnect(() => location.reload())
  return (
    <MessagePage
      art={lamp}
      title={t('failed.title')}
      lead={t('failed.sentence')}
      actions={
        <OnlineOnly {...useServerRequired()}>
          <a className="btn large wide door" href={pathname} data-online-only>
            {t('failed.again')}
          </a>
        </OnlineOnly>
      }
    />
  )
}
