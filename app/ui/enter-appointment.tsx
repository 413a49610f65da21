import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { ButtonLink } from './button.tsx'

type Query = Record<string, string | undefined>

/** Addresses of the form for a new appointment beside the calendar; closing it leads back to this page, with its filters. */
export function useEntering(): (query?: Query) => string {
	const { pathname, search } = useLocation()
	return (query) => adminPaths.newInCalendar({ ...query, aus: `${pathname}${search}` })
}

type Props = Omit<ComponentProps<typeof ButtonLink>, 'to'> & {
	/** What the form begins with. */
	query?: Query
}

/** Leads to that form. */
export function EnterAppointment({ query, children = 'Termin eintragen', ...rest }: Props) {
	return (
		<ButtonLink to={useEntering()(query)} {...rest}>
			{children}
		</ButtonLink>
	)
}
