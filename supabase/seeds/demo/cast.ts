/** The named people and places of the demo. Tests, docs and the hints at start-up use these names. */

/** One password for all demo accounts. */
export const DEMO_PASSWORD = 'zeitplatz-demo'

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A hair salon in Berlin-Kreuzberg: five people with accounts, one service that only Elif offers, one with a processing gap. */
export const SALON_ANNA = {
	companyId: id(100),
	locationId: id(101),
	name: 'Salon Anna',
	slug: 'salon-anna-berlin',
	owner: { userId: id(110), employeeId: id(120), email: 'anna@salon-anna.example', name: 'Anna Becker' },
	manager: { userId: id(111), email: 'miriam@salon-anna.example', name: 'Miriam Vogel' },
	reception: { userId: id(114), email: 'petra@salon-anna.example', name: 'Petra Lange' },
	jonas: { userId: id(112), employeeId: id(121), email: 'jonas@salon-anna.example', name: 'Jonas Weber' },
	elif: { userId: id(113), employeeId: id(122), email: 'elif@salon-anna.example', name: 'Elif Yılmaz' },
	trainee: { employeeId: id(123), name: 'Nora Winkler' },
	/** Offered by Anna, Jonas and Elif. */
	cut: { serviceId: id(130), name: 'Waschen, Schneiden, Föhnen – kurzes Haar' },
	/** Anna, Jonas and Elif are free for others while the colour develops. */
	color: { serviceId: id(131), name: 'Ansatzfarbe mit Föhnen' },
	/** Offered by Elif only. */
	balayage: { serviceId: id(132), name: 'Balayage mit Glossing und Föhnen' },
} as const

/** What Salon Anna gives as a course, with more people who want to come than seats. */
export const WORKSHOP = { serviceId: id(150), name: 'Workshop: Föhnen wie im Salon' } as const

/** A private customer with past and coming appointments at Salon Anna. */
export const MIA = {
	userId: id(200),
	email: 'mia@kundin.example',
	name: 'Mia Schneider',
	phone: '0171 3920042',
} as const

/** A bicycle workshop that confirms each booking by hand. */
export const BIKE_WORKSHOP = {
	companyId: id(300),
	locationId: id(301),
	name: 'Speiche Neukölln',
	slug: 'speiche-neukoelln-berlin',
	owner: { userId: id(310), email: 'tom@speiche.example', name: 'Tom Lorenz' },
} as const

/** A paused location: its page answers 404, its owner keeps working. */
export const PAUSED = {
	companyId: id(400),
	locationId: id(401),
	name: 'Kosmetik Lindner',
	slug: 'kosmetik-lindner-koeln',
	owner: { userId: id(410), email: 'birgit@kosmetik-lindner.example', name: 'Birgit Lindner' },
} as const

/** A company that has just begun: a draft location without services and hours, and an incomplete imprint. */
export const DRAFT = {
	companyId: id(500),
	locationId: id(501),
	name: 'Fotostudio Sommer',
	slug: 'fotostudio-sommer-hamburg',
	owner: { userId: id(510), email: 'philipp@fotostudio-sommer.example', name: 'Philipp Sommer' },
} as const

/** A barber who works past midnight. */
export const NIGHT_BARBER = {
	companyId: id(600),
	locationId: id(601),
	name: 'Barbershop Nachtschicht',
	slug: 'barbershop-nachtschicht-berlin',
	owner: { userId: id(610), email: 'cem@nachtschicht.example', name: 'Cem Aydın' },
} as const
