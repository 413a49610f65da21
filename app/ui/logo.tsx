/** The logo with the name; the colours follow the theme. */
export function Logo() {
	return (
		<svg width="132" height="32" viewBox="0 0 132 32" role="img" aria-label="Zeitplatz">
			<rect width="32" height="32" rx="7" fill="#235789" />
			<path
				d="M9 9h14L11.5 22.5H23"
				fill="none"
				stroke="#fff"
				strokeWidth="3"
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
			<circle cx="24.500" cy="24.500" r="3.500" fill="#da7e2d" />
			<text x="42" y="22" fontSize="19" fontWeight="650" fill="currentColor">
				Zeitplatz
			</text>
		</svg>
	)
}
