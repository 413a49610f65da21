import type { CategoryFields, CategoryFile, CityFile, HolidayFile, ServiceTemplate } from './reference-files.ts'

type Position = { latitude: number; longitude: number }

export type ReferenceData = {
	federal_states: { code: string; name: string; slug: string }[]
	cities: ({ id: number; name: string; slug: string; state_code: string; population: number } & Position)[]
	districts: ({ id: number; city_id: number; name: string; slug: string } & Position)[]
	postal_codes: ({ code: string; city_id: number; name: string } & Position)[]
	categories: {
		id: number
		parent_id: number | null
		slug: string
		name: string
		synonyms: string[]
		icon: string
		description: string
		hue: number
		secret: boolean
		withdrawal: boolean
		position: number
		service_templates: ServiceTemplate[]
	}[]
	public_holidays: { state_code: string; date: string; name: string }[]
}

const states: [code: string, name: string, slug: string][] = [
	['BW', 'Baden-Württemberg', 'baden-wuerttemberg'],
	['BY', 'Bayern', 'bayern'],
	['BE', 'Berlin', 'berlin'],
	['BB', 'Brandenburg', 'brandenburg'],
	['HB', 'Bremen', 'bremen'],
	['HH', 'Hamburg', 'hamburg'],
	['HE', 'Hessen', 'hessen'],
	['MV', 'Mecklenburg-Vorpommern', 'mecklenburg-vorpommern'],
	['NI', 'Niedersachsen', 'niedersachsen'],
	['NW', 'Nordrhein-Westfalen', 'nordrhein-westfalen'],
	['RP', 'Rheinland-Pfalz', 'rheinland-pfalz'],
	['SL', 'Saarland', 'saarland'],
	['SN', 'Sachsen', 'sachsen'],
	['ST', 'Sachsen-Anhalt', 'sachsen-anhalt'],
	['SH', 'Schleswig-Holstein', 'schleswig-holstein'],
	['TH', 'Thüringen', 'thueringen'],
]

export function stateRows(): ReferenceData['federal_states'] {
	return states.map(([code, name, slug]) => ({ code, name, slug }))
}

export function cityRows(file: CityFile): ReferenceData['cities'] {
	return file.cities.map(([id, name, slug, state_code, latitude, longitude, population]) => ({
		id,
		name,
		slug,
		state_code,
		latitude,
		longitude,
		population,
	}))
}

export function districtRows(file: CityFile): ReferenceData['districts'] {
	return file.districts.map(([id, city_id, name, slug, latitude, longitude]) => ({
		id,
		city_id,
		name,
		slug,
		latitude,
		longitude,
	}))
}

export function postalRows(file: CityFile): ReferenceData['postal_codes'] {
	const cities = new Map(cityRows(file).map((city) => [city.id, city]))
	return file.postalCodes.map(([code, city_id, name, latitude, longitude]) => {
		const city = cities.get(city_id)
		if (!city) throw new Error(`postal code ${code} has no city`)
		return {
			code,
			city_id,
			name: name ?? city.name,
			latitude: latitude ?? city.latitude,
			longitude: longitude ?? city.longitude,
		}
	})
}

/** Parents come before children, as the foreign key requires. */
export function categoryRows(file: CategoryFile): ReferenceData['categories'] {
	const parents = file.map((parent, position) => categoryRow(parent, null, position, []))
	const children = file.flatMap((parent) =>
		parent.children.map((child, position) => categoryRow(child, parent.id, position, child.templates)),
	)
	return [...parents, ...children]
}

function categoryRow(
	{ id, slug, name, synonyms, icon, description, hue, secret, withdrawal }: CategoryFields,
	parent_id: number | null,
	position: number,
	service_templates: ServiceTemplate[],
): ReferenceData['categories'][number] {
	const shown = { slug, name, synonyms, icon, description, hue }
	return { id, parent_id, ...shown, secret, withdrawal, position, service_templates }
}

export function holidayRows(file: HolidayFile): ReferenceData['public_holidays'] {
	return file.flatMap(([date, name, where]) =>
		(where === '*' ? states.map(([code]) => code) : where.split(' ')).map((state_code) => ({ state_code, date, name })),
	)
}
