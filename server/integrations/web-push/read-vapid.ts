import { z } from 'zod'
import type { Db } from '#server/database/database.ts'
import { readOrCreate } from '#server/database/installation.ts'
import type { Clock } from '../clock.ts'
import type { PushSettings } from '../web-push.ts'

const KeyPair = z.object({ publicKey: z.string(), privateKey: z.string() })
export type Vapid = z.output<typeof KeyPair> & { subject: string }

/**
 * The VAPID keys. A new pair would invalidate every subscription, so they are stored and backed up with the subscriptions. Read each
 * time, because a restore can replace them.
 */
export async function readVapid(settings: PushSettings, db: Db, clock: Clock): Promise<Vapid> {
  const { vapidPublicKey: publicKey, vapidPrivateKey: privateKey } = settings
  const subject = settings.vapidSubject || contactOf(settings)
  if (publicKey && privateKey) return { publicKey, privateKey, subject }
  return { ...KeyPair.parse(await readOrCreate(db, 'vapid', createKeyPair, clock.now())), subject }
}

async function createKeyPair() {
  const { default: webPush } = await import('web-push')
  return webPush.generateVAPIDKeys()
}

/** The contact for push services. Apple rejects https addresses that are not public. */
function contactOf({ publicUrl, mailFrom }: PushSettings): string {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' && hostname.includes('.')) return publicUrl
  const mailbox = /[^<>\s]+@[^<>\s]+/.exec(mailFrom)?.[0]
  return `mailto:${mailbox ?? `no-reply@${hostname}`}`
}
