/** The owner's card that this device hears of. */
export type PushingCard = { alias: string; cardId: string; cardKey: string }
