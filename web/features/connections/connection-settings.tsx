import { Form, useNavigation } from 'react-router'
import { connectionNameMax, isCrm } from '#contract/connection-choices.ts'
import type { Connection } from '#contract/connections.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useServerRequired } from '../../platform/connection/use-reach.ts'
import { useSite } from '../../platform/use-site.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { OnlineOnly } from '../../ui/online-only.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { connectionsHref, type ConnectionsResult } from './connections-view.ts'
import { WhatToSend, WhenToSend } from './send-fields.tsx'
import { useDate } from './use-when.ts'

type Props = { alias: string; connection: Connection; result: ConnectionsResult }

/** What a connection sends, its secret or key, and its end. */
export function ConnectionSettings({ alias, connection, result: { issues = {}, typed } }: Props) {
  const t = useTranslate()
  const dateOf = useDate()
  const { productName } = useSite()
  const { id, preset, name, types, isFull, secretEnd, secretAt } = connection
  const isKeyed = isCrm(preset)
  const note = isKeyed
    ? t('connections.keyNote', { date: dateOf(secretAt) })
    : t('connections.secretNote', { product: productName, date: dateOf(secretAt) })
  const isSaving = useNavigation().formData?.get('intent') === 'save'
  const serverReach = useServerRequired()
  return (
    <Stack>
      <Panel>
        <Form className="ui-stack" method="post" preventScrollReset noValidate>
          {isKeyed ? (
            <p className="ui-note">{t(`connections.sends.${preset}`)}</p>
          ) : (
            <>
              <WhenToSend types={typed?.types ?? types} error={issues['types']} />
              <WhatToSend isFull={typed?.isFull ?? isFull} />
            </>
          )}
          <TextField
            label={t('connections.name')}
            error={issues['name']}
            name="name"
            defaultValue={typed?.name ?? name}
            maxLength={connectionNameMax}
            autoComplete="off"
            required
          />
          <OnlineOnly {...serverReach}>
            <Button type="submit" name="intent" value="save" isBusy={isSaving}>
              {t('connections.save')}
            </Button>
          </OnlineOnly>
        </Form>
      </Panel>
      <Panel title={t(isKeyed ? `connections.key.${preset}` : 'connections.secret')} lead={<span suppressHydrationWarning>{note}</span>}>
        <p className="ui-cluster copy-box">
          <code>
            {isKeyed ? '' : 'whsec_'}••••••••{secretEnd}
          </code>
          <ButtonLink kind="ghost" size="small" href={connectionsHref(alias, { of: id, dialog: isKeyed ? 'key' : 'secret' })}>
            {t('connections.replace')}
          </ButtonLink>
        </p>
      </Panel>
      <div>
        <ButtonLink kind="danger-line" size="small" icon="trash-2" href={connectionsHref(alias, { of: id, dialog: 'remove' })}>
          {t('connections.remove')}
        </ButtonLink>
      </div>
    </Stack>
  )
}
