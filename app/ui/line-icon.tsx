import type { ReactNode } from 'react'

/** A line drawing in a 24 × 24 view box, next to words with the same meaning. `size` in CSS pixels. */
export function LineIcon({ children, size = 20, width = 2 }: { children: ReactNode; size?: number; width?: number }) {
	return (
		<svg
			width={size}
			height={size}
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth={width}
			aria-hidden="true"
		>
			{children}
		</svg>
	)
}

/** A magnifying glass. */
export function SearchIcon() {
	return (
		<LineIcon width={2.5}>
			<path d="M10.500 3.500a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5" strokeLinecap="round" />
		</LineIcon>
	)
}
