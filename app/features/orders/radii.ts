/** Kilometres around the place that the form offers. */
export const RADII = [2, 5, 10, 25, 50] as const
