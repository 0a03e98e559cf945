import type { Experiment } from '#contract/drawing.ts'
import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { Group } from '../../fields/group.tsx'
import { Toggle } from '../../fields/toggle.tsx'
import { useDraft } from '../../use-editor.ts'

const experiment: Experiment = 'EnableShortCardLinks'

/** Whether everybody shares this card by short links, and not only who chose so on a device. */
export function ShortLinks() {
  const say = useAccountSay()
  const [experiments, set] = useDraft('experiments')
  const isOn = experiments.some(({ name, enabled }) => name === experiment && enabled)
  const choose = (enabled: boolean) => set([...experiments.filter(({ name }) => name !== experiment), { name: experiment, enabled }])
  return (
    <Group title={say('editor.links.short')} isRows>
      <Toggle label={say('editor.links.shortLabel')} more={say('editor.links.shortMore')} isOn={isOn} choose={choose} />
    </Group>
  )
}
