import { z } from 'zod'

// JSON answers of the search and of its index's upkeep; instants are ISO 8601. supabase/tests/search/contracts.test.ts checks the functions
// themselves.

const service = z.object({
	id: z.uuid(),
	category_id: z.int(),
	name: z.string(),
	duration_minutes: z.int(),
	price_cents: z.int(),
	price_from: z.boolean().optional(),
})

const start = z.object({ starts_at: z.string(), service_id: z.uuid(), employee_id: z.uuid().nullable() })

/** A picture as cards show it. */
const picture = z.object({
	path: z.string(),
	alt: z.string(),
	width: z.int(),
	height: z.int(),
	color: z.string(),
})

/** The answer of `search_locations`. */
export const hitsContract = z.array(
	z.object({
		id: z.uuid(),
		slug: z.string(),
		name: z.string(),
		street: z.string(),
		postal_code: z.string(),
		city: z.string(),
		district: z.string(),
		latitude: z.number().nullable(),
		longitude: z.number().nullable(),
		distance_km: z.number().nullable(),
		rating_average: z.number(),
		rating_count: z.int(),
		image: picture.nullable(),
		services: z.array(service).nullable(),
		next_starts: z.array(start).nullable(),
		time_zone: z.string(),
		/** On the last row of a full page. */
		cursor: z.string().nullable(),
	}),
)

/** The answer of `search_facets`: the number of results, in total and for each further choice. */
export const facetsContract = z.object({
	total: z.int(),
	/** There are more results than are counted. */
	capped: z.boolean(),
	categories: z.array(z.object({ id: z.int(), count: z.int() })),
	attributes: z.record(z.string(), z.int()),
	ratings: z.record(z.string(), z.int()),
})

/** The answer of `catalogue_counts`: category, municipality, locations; 0 stands for all. */
export const countsContract = z.array(z.tuple([z.int(), z.int(), z.int()]))

/** The answer of `latest_reviews`. */
export const voicesContract = z.array(
	z.object({
		id: z.uuid(),
		author: z.string(),
		rating: z.int(),
		text: z.string(),
		services: z.string(),
		slug: z.string(),
		name: z.string(),
		city: z.string(),
	}),
)

/** The answer of `rebuild_availability`: the last location of the step, and the number of locations in it. */
export const rebuiltContract = z.object({ last: z.uuid().nullable(), done: z.int() })

/** The answer of `check_availability` adds the differences that were found and corrected. */
export const checkedContract = rebuiltContract.extend({ differences: z.array(z.record(z.string(), z.unknown())) })
