import { readFileSync } from 'node:fs'
import type { Sql } from 'postgres'
import type { CategoryFile, CityFile, HolidayFile } from './reference-files.ts'
import {
	categoryRows,
	cityRows,
	districtRows,
	holidayRows,
	postalRows,
	type ReferenceData,
	stateRows,
} from './reference-rows.ts'

/**
 * Reference data as rows with the columns of their tables. Cities and districts: GeoNames (CC BY 4.0); postal codes:
 * OpenStreetMap contributors (ODbL); holidays: `feiertagejs`. Built by `scripts/reference-data/`.
 */
export function readReferenceData(): ReferenceData {
	const cities = read('cities.json') as CityFile
	return {
		federal_states: stateRows(),
		cities: cityRows(cities),
		districts: districtRows(cities),
		postal_codes: postalRows(cities),
		categories: categoryRows(read('categories.json') as CategoryFile),
		public_holidays: holidayRows(read('holidays.json') as HolidayFile),
	}
}

/** Inserts or updates all reference tables in one transaction; rows that are no longer in the data stay. */
export async function seedReference(sql: Sql): Promise<void> {
	const data = readReferenceData()
	await sql.begin(async (transaction) => {
		for (const [table, rows] of Object.entries(data)) {
			const { columns, key } = tables[table as keyof ReferenceData]
			const names = columns.map(([name]) => name)
			const changes = names.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`)
			const types = columns.map(([name, type]) => `${name} ${type}`)
			await transaction`
				insert into ${transaction.unsafe(`public.${table} (${names.join(', ')})`)}
				select ${transaction.unsafe(names.join(', '))}
				from jsonb_to_recordset(${transaction.json(rows)}) as source (${transaction.unsafe(types.join(', '))})
				on conflict (${transaction.unsafe(key.join(', '))}) do update set ${transaction.unsafe(changes.join(', '))}`
		}
	})
}

type Table = { key: string[]; columns: [name: string, type: string][] }

/** Tables in the order of their references; in `categories`, parents come before children. */
const tables: Record<keyof ReferenceData, Table> = {
	federal_states: { key: ['code'], columns: columns('code text, name text, slug text') },
	cities: {
		key: ['id'],
		columns: columns(
			'id integer, name text, slug text, state_code text, latitude double precision, longitude double precision, population integer',
		),
	},
	districts: {
		key: ['id'],
		columns: columns(
			'id integer, city_id integer, name text, slug text, latitude double precision, longitude double precision',
		),
	},
	postal_codes: {
		key: ['code'],
		columns: columns('code text, city_id integer, name text, latitude double precision, longitude double precision'),
	},
	categories: {
		key: ['id'],
		columns: columns(
			'id smallint, parent_id smallint, slug text, name text, synonyms text[], icon text, description text, hue smallint, secret boolean, withdrawal boolean, position smallint, service_templates jsonb',
		),
	},
	public_holidays: { key: ['state_code', 'date'], columns: columns('state_code text, date date, name text') },
}

function columns(list: string): [string, string][] {
	return list.split(', ').map((column) => [column.slice(0, column.indexOf(' ')), column.slice(column.indexOf(' ') + 1)])
}

function read(name: string): unknown {
	return JSON.parse(readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8'))
}
