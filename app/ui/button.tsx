import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'

/** How a button looks: the one main action, the others, a quiet one, and one that ends something. */
export type ButtonKind = 'primary' | 'secondary' | 'plain' | 'danger'

type Look = { kind?: ButtonKind; wide?: boolean }

/** A button; sends its form unless told otherwise. `wide` fills the line. */
export function Button({
	kind = 'primary',
	wide,
	className,
	type = 'submit',
	...rest
}: ComponentProps<'button'> & Look) {
	// oxlint-disable-next-line react/button-has-type -- the default is above
	return <button type={type} className={lookOf({ kind, wide, className })} {...rest} />
}

/** A link to a page of this site that looks like a button. */
export function ButtonLink({ kind = 'primary', wide, className, ...rest }: ComponentProps<typeof Link> & Look) {
	return <Link className={lookOf({ kind, wide, className })} {...rest} />
}

/** The classes of a button, for a plain `<a>` to a file or another site. */
export function lookOf({ kind = 'primary', wide, className }: Look & { className?: string }): string {
	return [styles[kind], wide ? styles.wide : '', className ?? ''].filter(Boolean).join(' ')
}
