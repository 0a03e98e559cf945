import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** Argon2id as OWASP advises it: 19 MiB, two passes, one lane. What it was made with is written beside it. */
const recipe = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const saltBytes = 16

type Recipe = { memory: number; passes: number; parallelism: number; tagLength: number }

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await derive(password, salt, recipe)
  const { memory, passes, parallelism } = recipe
  return `argon2id$${memory}$${passes}$${parallelism}$${salt.toString('base64url')}$${tag.toString('base64url')}`
}

/** Takes as long where there is no password to compare with, so that nobody learns from the time which it was. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [kind, memory, passes, parallelism, salt, tag] = (kept ?? (await nobodys())).split('$')
  if (kind !== 'argon2id' || !salt || !tag) return false
  const wanted = Buffer.from(tag, 'base64url')
  const options = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: wanted.length }
  const given = await derive(password, Buffer.from(salt, 'base64url'), options)
  return timingSafeEqual(given, wanted) && kept !== null
}

let made: Promise<string> | null = null
const nobodys = () => (made ??= hashPassword(randomBytes(saltBytes).toString('hex')))

function derive(password: string, nonce: Buffer, options: Recipe): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message: password.normalize('NFC'), nonce, ...options }, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}
