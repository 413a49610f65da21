import type { ListDays } from '#app/lib/list-days.ts'
import { DateField } from './date-field.tsx'

/** The first and last day of a list, `von` and `bis` of its address. */
export function DateRange({ days, today }: { days: ListDays; today: string }) {
	return (['from', 'to'] as const).map((end) => (
		<DateField
			key={end}
			label={end === 'from' ? 'Von' : 'Bis'}
			name={end === 'from' ? 'von' : 'bis'}
			defaultValue={days[end].typed}
			error={days[end].fault}
			{...{ today, yearless: 'nearest', required: false }}
		/>
	))
}
