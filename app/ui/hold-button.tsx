import type { ComponentProps, ReactNode } from 'react'

/** A free time: the address that holds it, and its start (ISO 8601). */
export type Holdable = { action: string; start: string }

/**
 * The form around buttons that hold a time. A plain form without anything about its visitor, since it stands on pages that are
 * the same for everybody; the server refuses forms of other sites. Once the page is hydrated, `usePlainLinks` sends it.
 */
export function HoldForm({ children, ...rest }: Omit<ComponentProps<'form'>, 'method'>) {
	return (
		<form method="post" data-hold="" {...rest}>
			{children}
		</form>
	)
}

type Props = Holdable &
	Omit<ComponentProps<'button'>, 'type' | 'name' | 'value' | 'formAction'> & { children: ReactNode }

/** Holds a free time for the visitor and leads to the form for their data. Stands in a `HoldForm`. */
export function HoldButton({ action, start, children, ...rest }: Props) {
	return (
		<button type="submit" name="start" value={start} formAction={action} {...rest}>
			{children}
		</button>
	)
}
