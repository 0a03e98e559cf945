import { isCrm, presets } from '#contract/connection-choices.ts'
import type { Connection, Preset } from '#contract/connections.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon, Mark } from '../../ui/icons/icon.tsx'
import { Words } from '../../ui/list/words.tsx'
import { Tiles } from '../../ui/page/layout.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { connectionsHref, presetName } from './connections-view.ts'

/** The mark of the tool that a connection sends to. */
export const PresetMark = ({ preset }: { preset: Preset }) => (
  <span className="preset-mark center">{preset === 'own' ? <Icon name="webhook" /> : <Mark name={preset} />}</span>
)

/** The tools to choose from. A CRM that is connected leads to its connection. */
export function PresetTiles({ alias, connections }: { alias: string; connections: readonly Connection[] | null }) {
  const t = useTranslate()
  return (
    <Tiles>
      {presets.map((preset) => {
        const connected = isCrm(preset) && connections?.find((one) => one.preset === preset)
        return (
          <PageLink
            key={preset}
            className={connected ? 'ui-panel preset-tile connected across' : 'ui-panel preset-tile across'}
            href={connectionsHref(alias, connected ? { of: connected.id } : { kind: preset })}
          >
            <PresetMark preset={preset} />
            <Words title={presetName(preset, t)} note={t(connected ? 'connections.connectedOnce' : `connections.hint.${preset}`)} />
            <Icon name={connected ? 'circle-check' : 'plus'} />
          </PageLink>
        )
      })}
    </Tiles>
  )
}
