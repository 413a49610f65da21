/** In addresses instead of a person: the columns of a day are rooms and devices. */
export const ROOMS = 'raeume'

/** What that is called. */
export const ROOMS_NAME = 'Räume und Geräte'
