import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './chip.module.css'

type Look = { kind?: 'free' | 'next' | 'later' | 'quiet'; selected?: boolean }

/** A small choice that is a link, for example a free start. `free` has the accent colour of free slots, `next` is the
 * first one at a business, the only colour of its card, and `later` are those after it. */
export function ChipLink({ kind = 'free', selected, className, ...rest }: ComponentProps<typeof Link> & Look) {
	return (
		<Link className={chipLook({ kind, selected, className })} aria-current={selected ? 'true' : undefined} {...rest} />
	)
}

/** A small choice that submits its form with a value, for example a free start. */
export function ChipButton({ kind = 'free', selected, className, ...rest }: ComponentProps<'button'> & Look) {
	return <button type="submit" className={chipLook({ kind, selected, className })} aria-pressed={selected} {...rest} />
}

/** The classes of a chip. */
export function chipLook({ kind = 'free', selected, className }: Look & { className?: string }): string {
	return [styles.chip, styles[kind], selected ? styles.selected : '', className ?? ''].filter(Boolean).join(' ')
}
