declare module 'oidc-provider' {
  import type { EventEmitter } from 'node:events'
  import type { RequestListener } from 'node:http'
  type Claims = { accountId: string; claims(): Record<string, unknown> }
  type Configuration = {
    findAccount(context: unknown, sub: string): Claims
    fetch(address: URL | string, init?: RequestInit): Promise<Response>
    [name: string]: unknown
  }
  export default class Provider extends EventEmitter {
    constructor(issuer: string, configuration: Configuration)
    callback(): RequestListener
  }
}
