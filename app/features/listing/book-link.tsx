import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { HoldButton } from '#app/ui/hold-button.tsx'

/** Whether the page of a location is only a preview, in which nothing is booked: what books looks the same there and leads nowhere. */
export const PreviewContext = createContext(false)

/** A link to the booking that is followed without loading the page anew. */
export function BookLink({ children, ...link }: ComponentProps<typeof Link>) {
	if (useContext(PreviewContext)) return <Nowhere className={link.className}>{children}</Nowhere>
	return <Link {...link}>{children}</Link>
}

/** A plain link to the booking, of which a page has many. */
export function BookAnchor({ children, ...link }: ComponentProps<'a'>) {
	if (useContext(PreviewContext)) return <Nowhere className={link.className}>{children}</Nowhere>
	return <a {...link}>{children}</a>
}

/** A free time to hold. */
export function BookTime(time: ComponentProps<typeof HoldButton>) {
	return <HoldButton {...time} disabled={useContext(PreviewContext)} />
}

/** A link without an address is one that cannot be followed here. */
function Nowhere({ className, children }: { className?: string; children?: ReactNode }) {
	return (
		// Without an address it would have no role that can be disabled.
		// oxlint-disable-next-line jsx-a11y/anchor-is-valid, jsx-a11y/no-redundant-roles
		<a role="link" aria-disabled="true" className={className}>
			{children}
		</a>
	)
}
