import { Constants, type Database } from '#app/database.types.ts'

export const SERVICE_VATS = Constants.public.Enums.service_vat
export type ServiceVat = Database['public']['Enums']['service_vat']

export const VAT_NAMES: Record<ServiceVat, string> = { 19: '19 %', 7: '7 %', exempt: 'steuerfrei' }
