import type { ComponentProps } from 'react'
import { dateBounds } from '#app/lib/calendar-date.ts'
import { TextField } from './text-field.tsx'

/** A day, YYYY-MM-DD as value; years far from now are refused. Otherwise like TextField. */
export function DateField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
	return <TextField type="date" {...dateBounds()} {...props} />
}
