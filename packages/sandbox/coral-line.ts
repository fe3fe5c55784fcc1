import { coralLineCode } from './fleet/loops.ts';
import { partyOf, type SandboxProfile, shipperOf } from './profile.ts';

/**
 * A carrier from South-East Asia to Oceania. It sends notifications, expects notices to be fetched, and deviates from
 * the standard.
 */
export const coralLine: SandboxProfile = {
  id: 'coral-line',
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
    onlyMajorVersion: true,
    nulls: true,
    schedulesVersion: '1.0.1',
  },
  pageSize: 5,
  offsetMinutes: 480,
  containerOwner: 'CRXU',
  currencyCode: 'AUD',
  typeLabels: ['Arrival notice', 'Arrival notice, notify party'],
  assignments: {
    // The ship will omit the port, and this notice still announces it.
    7: 'OMITTED_CALL',
  },
  laterSteps: [],
  shippers: [
    shipperOf(
      'Selangor Furniture Works Sdn Bhd; Jalan Pelabuhan; 12; 42000; Port Klang; MY; Logistics; +60300000201; logistics@selangor-furniture.example',
      'Garden chairs of acacia wood / Flat packed; 940169; CT; Carton; 420; 28.4; 45G1',
    ),
    shipperOf(
      'Johor Rubber Growers Cooperative; Jalan Tebrau; 5; 80250; Johor Bahru; MY; Sales; +60700000204; sales@johor-rubber.example',
      'Natural rubber, sheets; 400121; PX; Pallet; 20; 1060; 22G1',
    ),
  ],
  consignees: [
    partyOf(
      'Yarra Interiors Pty Ltd; Lorimer Street; 300; 3207; Port Melbourne; AU; Warehouse; +61300000202; warehouse@yarra-interiors.example',
    ),
    partyOf('Waitemata Outdoor Ltd; Fanshawe Street; 46; 1010; Auckland; NZ; Import; +6490000203; import@waitemata.example'),
  ],
};
