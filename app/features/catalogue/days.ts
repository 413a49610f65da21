import { addDays, formatDate } from '#app/lib/dates.ts'
import { ZONE } from './card.ts'

export type DayOption = { value: string; name: string }

/** The days to choose from without a calendar: words for the near ones, then dates up to two weeks ahead. */
export function dayOptions(today: string, chosen: string): DayOption[] {
	const options: DayOption[] = [
		{ value: '', name: 'Jederzeit' },
		{ value: 'heute', name: 'Heute' },
		{ value: 'morgen', name: 'Morgen' },
		{ value: 'wochenende', name: 'Am Wochenende' },
	]
	for (let ahead = 2; ahead < 14; ahead++) options.push(dateOption(addDays(today, ahead)))
	if (chosen && !options.some((option) => option.value === chosen)) options.push(dateOption(chosen))
	return options
}

function dateOption(date: string): DayOption {
	return { value: date, name: formatDate(`${date}T12:00:00Z`, ZONE) }
}
