/** "3 Angebote" */
export const offersText = (count: number): string => (count === 1 ? '1 Angebot' : `${count} Angebote`)
/** "12 Betriebe" */
export const businessesText = (count: number): string => (count === 1 ? '1 Betrieb' : `${count} Betriebe`)
