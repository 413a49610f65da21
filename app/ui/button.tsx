import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'

/** Looks of a button: the main action, other actions, a quiet one, and a destructive one. */
export type ButtonKind = 'primary' | 'secondary' | 'plain' | 'danger'

type Look = { kind?: ButtonKind; wide?: boolean }

/** A button that submits its form by default. `wide` fills the line. */
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
