/** The colours of the overview; canvases know no custom properties. Their contrast is that of the theme. */
const COLOURS = {
	light: {
		...{ land: '#f6f4ef', built: '#e9e4da', abroad: '#e6e7e6', water: '#bcd7e8' },
		...{ region: '#b9b2c4', county: '#cfcad6', country: '#9a92a8' },
		...{ text: '#3d4853', soft: '#5c6772', halo: '#fbfaf7', rail: '#235789' },
	},
	dark: {
		...{ land: '#1b242d', built: '#25303b', abroad: '#151b21', water: '#0f2b40' },
		...{ region: '#4a4a63', county: '#353c4a', country: '#6c6a86' },
		...{ text: '#d5dee6', soft: '#93a2af', halo: '#141b22', rail: '#8fbce6' },
	},
}

export type MapColours = (typeof COLOURS)['light']

/** Whether the page is dark at this moment. */
export const isDark = (): boolean => document.documentElement.dataset.theme === 'dark'

export const mapColours = (): MapColours => COLOURS[isDark() ? 'dark' : 'light']
