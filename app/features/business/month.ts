/** What the calculator shows to begin with. */
export const USUAL_MONTH = { personen: '3', neue: '5', preis: '45' }
