import { z } from 'zod'
import type { Db } from '#server/database/database.ts'
import { readOrCreate } from '#server/database/installation.ts'
import type { Clock } from '../clock.ts'
import type { PushSettings } from '../web-push.ts'

const KeyPair = z.object({ publicKey: z.string(), privateKey: z.string() })
export type Vapid = z.output<typeof KeyPair> & { subject: string }

/**
 * The keys by which push services know us. A new pair would silence every device, so they are kept where the
 * subscriptions are, and travel with them in a backup. Read each time: a restore may have brought others.
 */
export async function readVapid(settings: PushSettings, db: Db, clock: Clock): Promise<Vapid> {
  const { vapidPublicKey: publicKey, vapidPrivateKey: privateKey } = settings
  const subject = settings.vapidSubject || contactOf(settings)
  if (publicKey && privateKey) return { publicKey, privateKey, subject }
  return { ...KeyPair.parse(await readOrCreate(db, 'vapid', makePair, clock.now())), subject }
}

async function makePair() {
  const { default: webPush } = await import('web-push')
  return webPush.generateVAPIDKeys()
}

/** Where a service reaches us. Apple takes no https address of a machine nobody else can reach. */
function contactOf({ publicUrl, mailFrom }: PushSettings): string {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' && hostname.includes('.')) return publicUrl
  const mailbox = /[^<>\s]+@[^<>\s]+/.exec(mailFrom)?.[0]
  return `mailto:${mailbox ?? `no-reply@${hostname}`}`
}
