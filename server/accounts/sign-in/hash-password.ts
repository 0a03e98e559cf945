import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** Argon2id with OWASP's parameters: 19 MiB, two passes, one lane. The hash string includes them. */
const currentParameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const saltBytes = 16

type Argon2Parameters = { memory: number; passes: number; parallelism: number; tagLength: number }

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await derive(password, salt, currentParameters)
  const { memory, passes, parallelism } = currentParameters
  return `argon2id$${memory}$${passes}$${parallelism}$${salt.toString('base64url')}$${tag.toString('base64url')}`
}

/** Without a stored hash it compares with a dummy hash, so that the timing doesn't reveal whether there is a password. */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  const [kind, memory, passes, parallelism, salt, tag] = (storedHash ?? (await readDummyHash())).split('$')
  if (kind !== 'argon2id' || !salt || !tag) return false
  const expected = Buffer.from(tag, 'base64url')
  const options = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length }
  const actual = await derive(password, Buffer.from(salt, 'base64url'), options)
  return timingSafeEqual(actual, expected) && storedHash !== null
}

let dummyHash: Promise<string> | null = null
const readDummyHash = () => (dummyHash ??= hashPassword(randomBytes(saltBytes).toString('hex')))

function derive(password: string, nonce: Buffer, options: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message: password.normalize('NFC'), nonce, ...options }, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}
