/** A magnifying glass, beside words that say the same. */
export function SearchIcon() {
	return (
		<svg
			width="20"
			height="20"
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="2.5"
			aria-hidden="true"
		>
			<path d="M10.500 3.500a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5" strokeLinecap="round" />
		</svg>
	)
}
