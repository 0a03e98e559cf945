import { writeCardState } from '../../../platform/device/device-state.ts'

export function rememberConnected(alias: string) {
  writeCardState(alias, { connected: true, connectedOn: new Date().toISOString() })
}
