declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'
  const ece: { decrypt(body: Buffer, keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer }): Buffer }
  export default ece
}
