/** The card that this device gets notifications of. */
export type PushCard = { alias: string; cardId: string; cardKey: string }
