/** What the choice of a location says for the registration of a further company. */
export const NEW_COMPANY = 'neu'
