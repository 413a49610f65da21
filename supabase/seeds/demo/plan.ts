import type { Place } from './places.ts'
import type { Gender } from './words.ts'

/** Minutes after midnight; an end above 1440 is on the next day. */
export type Shift = { weekday: number; starts: number; ends: number }

export type EmployeePlan = {
	id: string
	userId: string | null
	name: string
	title: string
	shifts: Shift[]
	/** Does only shorter tasks. */
	junior: boolean
}

export type ServicePlan = {
	id: string
	categoryId: number
	name: string
	description: string
	minutes: number
	bufferBefore: number
	bufferAfter: number
	processing: { startMinute: number; minutes: number } | null
	priceCents: number
	priceFrom: boolean
	/** Booked by request: the business answers each booking. */
	byRequest: boolean
	/** The employees who offer the service, with their own duration and price where these differ. */
	offers: { employeeId: string; minutes: number | null; priceCents: number | null }[]
}

export type Account = { userId: string; email: string; name: string; role: 'owner' | 'manager' | 'reception' | 'staff' }

/** A business of the demo before its calendar is filled. */
export type BusinessPlan = {
	companyId: string
	locationId: string
	slug: string
	name: string
	/** Slug of the parent category, which decides pictures and texts. */
	parent: string
	place: Place
	street: string
	phone: string
	email: string
	description: string
	attributes: string[]
	legal: { name: string; representative: string; register: string; vatId: string; smallBusiness: boolean }
	accounts: Account[]
	employees: EmployeePlan[]
	services: ServicePlan[]
	state: 'draft' | 'published' | 'paused'
	policy: { grid: number; notice: number; horizon: number; cancellation: number; byHand: boolean }
	/** Share of the working time that is booked around today. */
	fill: number
	/** Whether the calendar is equally full on all days; otherwise it thins out away from today. */
	steady: boolean
	/** Whether the next two days are fuller than the others. */
	rush: boolean
	customers: number
	reviews: number
	/** Target average of stars. */
	quality: number
	ageDays: number
}

export type { Gender }
