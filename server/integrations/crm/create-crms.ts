import type { Settings } from '#server/settings.ts'
import { createBreakers, type Breakers } from '../breaker.ts'
import type { Crms } from '../crm.ts'
import { allowHost } from '../guard/allowed-hosts.ts'
import { createReceiverClient, headerText, type ReceiverOptions } from '../receiver-client.ts'
import { createFollowUpBoss } from './follow-up-boss.ts'
import { createHubSpot } from './hubspot.ts'

type CrmSettings = Pick<Settings, 'productName' | 'publicUrl' | 'followUpBossUrl' | 'followUpBossSystemKey' | 'hubspotUrl'>

export function createCrms(
  { productName, publicUrl, followUpBossUrl, followUpBossSystemKey: systemKey, hubspotUrl }: CrmSettings,
  breakers: Breakers = createBreakers(),
  options: ReceiverOptions = {},
): Crms {
  const agent = `${headerText(productName)} (+${publicUrl})`
  const clientOf = (url: string) => createReceiverClient({ allow: allowHost(url), agent, breakers, ...options })
  return {
    'follow-up-boss': createFollowUpBoss({ base: followUpBossUrl, call: clientOf(followUpBossUrl), system: productName, systemKey }),
    hubspot: createHubSpot({ base: hubspotUrl, call: clientOf(hubspotUrl) }),
  }
}
