import { northernStarCode, singapore } from './fleet/loops.ts';
import type { SandboxProfile } from './profile.ts';

/** A carrier from Asia to North Europe, with slots to Oceania. It pushes its notices. */
export const northernStar: SandboxProfile = {
  id: 'northern-star',
  urlVariable: 'SANDBOX_NORTHERN_STAR_URL',
  carrierName: 'Northern Star Line',
  officePhone: '+31100000100',
  ...northernStarCode,
  pushCredential: { header: 'x-api-key', value: 'northern-star-demo-key' },
  ownKey: 'landfall-demo-key-for-northern-star',
  sends: 'NOTICES',
  filters: [
    'transportDocumentReferences',
    'equipmentReferences',
    'portOfDischarge',
    'vesselIMONumber',
    'portOfDischargeArrivalDateMin',
    'portOfDischargeArrivalDateMax',
    'includeVisualization',
    'removeCharges',
  ],
  otherFilters: 'REFUSE',
  maxReferences: 20,
  deviations: {},
  pageSize: 25,
  offsetMinutes: 60,
  documentPrefix: 'NSTR',
  containerOwner: 'NSXU',
  currencyCode: 'EUR',
  typeLabels: ['EN, consignee', 'NL, customs broker'],
  placeOfBLIssue: singapore,
  assignments: {
    // Has its own service code and voyage number, on a ship of which another carrier publishes the schedule.
    4: 'VESSEL_SHARING',
    // Names ship, port and day, but no voyage, where the ship calls twice within a week.
    5: 'DOUBLE_CALL',
    // Berths during the demo.
    6: 'ARRIVING',
    // Names the ship that was planned; schedules and port name the one that sails.
    7: 'SHIP_SWAP',
    // Its schedule loses the call, although the ship still comes.
    10: 'UNLISTED_CALL',
    // Cargo that waits on the quay, with one day of free time left.
    11: 'ARRIVED',
    // The ship falls days behind its schedule, and this notice does not reflect that.
    12: 'LATE_SHIP',
    // The port moves its berth by a day and back.
    13: 'UNSTEADY_BERTH',
  },
  laterSteps: [
    ...([8, 9, 10, 11, 12, 13] as const).map((document, index) => [index, 'FIRST_NOTICE', document] as const),
    [7, 'CARGO_ROLLED', 8],
    [9, 'DISCHARGE_MOVED', 9],
    [11, 'CARGO_RELEASED', 11],
    [13, 'CHARGES_CHANGED', 12],
    [15, 'RELEASE_WITHDRAWN', 11],
  ],
  shippers: [
    {
      partyName: 'Pearl River Home Appliances Co.',
      address: { street: 'Shenyan Road', streetNumber: '88', postCode: '518083', city: 'Shenzhen', countryCode: 'CN' },
      contact: { name: 'Export department', phone: '+8675500000101', email: 'export@pearl-river.example' },
      cargo: {
        descriptionOfGoods: ['Electric kettles, 1.7 litres', 'Household, boxed'],
        HSCode: '851679',
        packageCode: 'CT',
        packageName: 'Carton',
        packagesPerContainer: 1_040,
        packageKilograms: 9.6,
        ISOEquipmentCode: '45G1',
      },
    },
    {
      partyName: 'Uva Highland Tea Estates',
      address: { street: 'Galle Road', streetNumber: '214', postCode: '00300', city: 'Colombo', countryCode: 'LK' },
      contact: { name: 'Shipping office', phone: '+94110000102', email: 'shipping@uva-tea.example' },
      cargo: {
        descriptionOfGoods: ['Black tea in bulk packing'],
        HSCode: '090240',
        packageCode: 'BG',
        packageName: 'Bag',
        packagesPerContainer: 320,
        packageKilograms: 55.5,
        ISOEquipmentCode: '22G1',
      },
    },
  ],
  consignees: [
    {
      partyName: 'Maasstad Huishoud B.V.',
      address: { street: 'Waalhaven Oostzijde', streetNumber: '71', postCode: '3087 BM', city: 'Rotterdam', countryCode: 'NL' },
      contact: { name: 'Inbound desk', phone: '+31100000103', email: 'inbound@maasstad.example' },
    },
    {
      partyName: 'Teekontor Nordelbe GmbH',
      address: { street: 'Am Sandtorkai', streetNumber: '5', postCode: '20457', city: 'Hamburg', countryCode: 'DE' },
      contact: { name: 'Import', phone: '+49400000104', email: 'import@teekontor.example' },
    },
    {
      partyName: 'Scheldeland Retail NV',
      address: { street: 'Noorderlaan', streetNumber: '147', postCode: '2030', city: 'Antwerpen', countryCode: 'BE' },
      contact: { name: 'Dock office', phone: '+3230000105', email: 'dock@scheldeland.example' },
    },
    {
      partyName: 'Bayside Appliances Pty Ltd',
      address: { street: 'Beach Street', streetNumber: '101', postCode: '3207', city: 'Port Melbourne', countryCode: 'AU' },
      contact: { name: 'Receiving', phone: '+61300000106', email: 'receiving@bayside-appliances.example' },
    },
    {
      partyName: 'Kauri Home Ltd',
      address: { street: 'Quay Street', streetNumber: '22', postCode: '1010', city: 'Auckland', countryCode: 'NZ' },
      contact: { name: 'Import', phone: '+6490000107', email: 'import@kauri-home.example' },
    },
  ],
};
