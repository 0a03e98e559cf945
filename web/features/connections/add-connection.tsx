import { Form, useNavigation } from 'react-router'
import { connectionNameMax, connectionUrlMax, isCrm } from '#contract/connection-choices.ts'
import type { Connection, Preset } from '#contract/connections.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useServerRequired } from '../../platform/connection/use-reach.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { OnlineOnly } from '../../ui/online-only.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { Cluster, Stack } from '../../ui/page/layout.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { choices, connectionsHref, presetName, type ConnectionsResult } from './connections-view.ts'
import { PresetMark, PresetTiles } from './preset-mark.tsx'
import { KeyField, WhatToSend, WhenToSend } from './send-fields.tsx'

type Props = { alias: string; preset: Preset | 'any'; connections: readonly Connection[] | null; result: ConnectionsResult }

/** A new connection: first the tool, then its address, or the key of a CRM. */
export function AddConnection({ alias, preset, connections, result }: Props) {
  const t = useTranslate()
  const list = { href: connectionsHref(alias), label: t('connections.title') }
  if (preset === 'any') {
    return (
      <Stack>
        <PageHeader
          title={t('connections.add')}
          lead={t('connections.addLead')}
          crumbs={{ label: t('connections.title'), links: [list] }}
        />
        <PresetTiles alias={alias} connections={connections} />
      </Stack>
    )
  }
  const tools = { href: connectionsHref(alias, { kind: 'any' }), label: t('connections.add') }
  return (
    <Stack isNarrow>
      <PageHeader
        title={preset === 'own' ? t('connections.own') : t('connections.addTo', { name: presetName(preset, t) })}
        picture={<PresetMark preset={preset} />}
        lead={t(`connections.hint.${preset}`)}
        crumbs={{ label: t('connections.title'), links: [list, tools] }}
      />
      {result.isBad && Object.keys(result.issues ?? {}).length === 0 && (
        <Banner kind="bad" isLive>
          {result.message}
        </Banner>
      )}
      <AddForm preset={preset} result={result} />
    </Stack>
  )
}

function AddForm({ preset, result: { issues = {}, typed } }: { preset: Preset; result: ConnectionsResult }) {
  const t = useTranslate()
  const isBusy = useNavigation().state === 'submitting'
  const serverReach = useServerRequired()
  return (
    <Panel>
      <Form className="ui-stack" method="post" noValidate>
        <input type="hidden" name="preset" value={preset} />
        {isCrm(preset) ? (
          <KeyField preset={preset} error={issues['apiKey']} />
        ) : (
          <TextField
            label={t('connections.url')}
            hint={t('connections.urlHint')}
            error={issues['url']}
            name="url"
            type="url"
            inputMode="url"
            defaultValue={typed?.url}
            maxLength={connectionUrlMax}
            placeholder="https://"
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
        <TextField
          label={t('connections.name')}
          hint={t('connections.nameHint')}
          error={issues['name']}
          name="name"
          defaultValue={typed?.name ?? (preset === 'own' ? '' : presetName(preset, t))}
          maxLength={connectionNameMax}
          autoComplete="off"
          required
        />
        {isCrm(preset) ? (
          <p className="ui-note">{t(`connections.sends.${preset}`)}</p>
        ) : (
          <>
            <WhenToSend types={typed?.types ?? choices.created} error={issues['types']} />
            <WhatToSend isFull={typed?.isFull ?? true} />
          </>
        )}
        <OnlineOnly {...serverReach}>
          <Cluster>
            <Button kind="primary" type="submit" name="intent" value="create" isBusy={isBusy}>
              {t('connections.add')}
            </Button>
          </Cluster>
        </OnlineOnly>
      </Form>
    </Panel>
  )
}
