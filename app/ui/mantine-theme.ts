import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const BRAND: MantineColorsTuple = [
	'#e8eff6',
	'#d0dfec',
	'#b3d3f0',
	'#8fbce6',
	'#6199c9',
	'#4480b2',
	'#32699d',
	'#235789',
	'#1a4670',
	'#123453',
]

/** The UI kit of the admin area in the look of the site; colours come from theme.css. */
export const mantineTheme = createTheme({
	primaryColor: 'brand',
	colors: { brand: BRAND },
	primaryShade: { light: 7, dark: 3 },
	autoContrast: true,
	fontFamily: 'var(--font)',
	headings: { fontFamily: 'var(--font)' },
	defaultRadius: 'sm',
	radius: { sm: '6px', md: '10px' },
	respectReducedMotion: true,
	cursorType: 'pointer',
})

const TOKENS = {
	'--mantine-color-body': 'var(--ground)',
	'--mantine-color-text': 'var(--text)',
	'--mantine-color-dimmed': 'var(--text-soft)',
	'--mantine-color-anchor': 'var(--link)',
	'--mantine-color-error': 'var(--danger)',
	'--mantine-color-placeholder': 'var(--text-soft)',
	'--mantine-color-default': 'var(--ground-raised)',
	'--mantine-color-default-hover': 'var(--ground-soft)',
	'--mantine-color-default-color': 'var(--text)',
	'--mantine-color-default-border': 'var(--line-strong)',
}

/** The kit's variables, pointed at the tokens of the site, so that both themes follow. */
export const mantineVariables: CSSVariablesResolver = () => ({ variables: {}, light: TOKENS, dark: TOKENS })
