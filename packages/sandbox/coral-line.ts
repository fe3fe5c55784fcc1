import { coralLineCode, singapore } from './fleet/loops.ts';
import type { SandboxProfile } from './profile.ts';

/**
 * A carrier from South-East Asia to Oceania. It sends notifications, expects notices to be fetched, and deviates from
 * the standard.
 */
export const coralLine: SandboxProfile = {
  id: 'coral-line',
  urlVariable: 'SANDBOX_CORAL_LINE_URL',
  carrierName: 'Coral Line',
  officePhone: '+61300000200',
  ...coralLineCode,
  pushCredential: { header: 'authorization', value: 'Bearer coral-line-demo-key' },
  ownKey: 'landfall-demo-key-for-coral-line',
  sends: 'NOTIFICATIONS',
  filters: ['transportDocumentReferences', 'equipmentReferences', 'includeVisualization', 'removeCharges'],
  otherFilters: 'IGNORE',
  maxReferences: 2,
  // Common deviations of carriers.
  deviations: {
    refusedFilters: ['vesselName'],
    ignoredFilters: ['facilitySMDGCode', 'portOfDischarge'],
    onlyRepeatedLists: true,
    cursorTtlMs: 60_000,
    emptyPages: true,
    onlyMajorVersion: true,
    nulls: true,
    unknownAttributes: true,
    htmlErrors: true,
    schedulesVersion: '1.0.1',
    extraFeedback: true,
  },
  pageSize: 5,
  offsetMinutes: 480,
  documentPrefix: 'CRLX',
  containerOwner: 'CRXU',
  currencyCode: 'AUD',
  typeLabels: ['Arrival notice', 'Arrival notice, notify party'],
  placeOfBLIssue: singapore,
  assignments: {
    // The ship will omit the port, and this notice still announces it.
    7: 'OMITTED_CALL',
  },
  laterSteps: [],
  shippers: [
    {
      partyName: 'Selangor Furniture Works Sdn Bhd',
      address: { street: 'Jalan Pelabuhan', streetNumber: '12', postCode: '42000', city: 'Port Klang', countryCode: 'MY' },
      contact: { name: 'Logistics', phone: '+60300000201', email: 'logistics@selangor-furniture.example' },
      cargo: {
        descriptionOfGoods: ['Garden chairs of acacia wood', 'Flat packed'],
        HSCode: '940169',
        packageCode: 'CT',
        packageName: 'Carton',
        packagesPerContainer: 420,
        packageKilograms: 28.4,
        ISOEquipmentCode: '45G1',
      },
    },
    {
      partyName: 'Johor Rubber Growers Cooperative',
      address: { street: 'Jalan Tebrau', streetNumber: '5', postCode: '80250', city: 'Johor Bahru', countryCode: 'MY' },
      contact: { name: 'Sales', phone: '+60700000204', email: 'sales@johor-rubber.example' },
      cargo: {
        descriptionOfGoods: ['Natural rubber, sheets'],
        HSCode: '400121',
        packageCode: 'PX',
        packageName: 'Pallet',
        packagesPerContainer: 20,
        packageKilograms: 1_060,
        ISOEquipmentCode: '22G1',
      },
    },
  ],
  consignees: [
    {
      partyName: 'Yarra Interiors Pty Ltd',
      address: { street: 'Lorimer Street', streetNumber: '300', postCode: '3207', city: 'Port Melbourne', countryCode: 'AU' },
      contact: { name: 'Warehouse', phone: '+61300000202', email: 'warehouse@yarra-interiors.example' },
    },
    {
      partyName: 'Waitemata Outdoor Ltd',
      address: { street: 'Fanshawe Street', streetNumber: '46', postCode: '1010', city: 'Auckland', countryCode: 'NZ' },
      contact: { name: 'Import', phone: '+6490000203', email: 'import@waitemata.example' },
    },
  ],
};
