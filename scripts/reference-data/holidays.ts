/**
 * Builds `supabase/seeds/data/holidays.json`: public holidays of every federal state from `feiertagejs` (MIT), as
 * `[date, name, states]`; `*` stands for all states. Holidays of single municipalities (Augsburg) are left out.
 */
import { writeFileSync } from 'node:fs'
import { getHolidays } from 'feiertagejs'

// The package computes in the machine's zone and is a day off east of UTC+12.
process.env['TZ'] = 'UTC'

const [firstYear, lastYear] = [2025, 2035]
const states = ['BB', 'BE', 'BW', 'BY', 'HB', 'HE', 'HH', 'MV', 'NI', 'NW', 'RP', 'SH', 'SL', 'SN', 'ST', 'TH'] as const

const holidays = new Map<string, string[]>()
for (let year = firstYear; year <= lastYear; year++)
	for (const state of states)
		for (const holiday of getHolidays(year, state)) {
			const key = JSON.stringify([holiday.dateString, holiday.translate('de')])
			holidays.set(key, [...(holidays.get(key) ?? []), state])
		}

const rows = [...holidays].map(([key, where]) => {
	const [date, name] = JSON.parse(key) as [string, string]
	return JSON.stringify([date, name, where.length === states.length ? '*' : where.join(' ')])
})
writeFileSync(new URL('../../supabase/seeds/data/holidays.json', import.meta.url), `[\n${rows.sort().join(',\n')}\n]\n`)
