import { northernStarCode } from './fleet/loops.ts';
import { partyOf, type SandboxProfile, shipperOf } from './profile.ts';

/** A carrier from Asia to North Europe, with slots to Oceania. It pushes its notices. */
export const northernStar: SandboxProfile = {
  id: 'northern-star',
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
  containerOwner: 'NSXU',
  currencyCode: 'EUR',
  typeLabels: ['EN, consignee', 'NL, customs broker'],
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
    shipperOf(
      'Pearl River Home Appliances Co.; Shenyan Road; 88; 518083; Shenzhen; CN; Export department; +8675500000101; export@pearl-river.example',
      'Electric kettles, 1.7 litres / Household, boxed; 851679; CT; Carton; 1040; 9.6; 45G1',
    ),
    shipperOf(
      'Uva Highland Tea Estates; Galle Road; 214; 00300; Colombo; LK; Shipping office; +94110000102; shipping@uva-tea.example',
      'Black tea in bulk packing; 090240; BG; Bag; 320; 55.5; 22G1',
    ),
  ],
  consignees: [
    partyOf(
      'Maasstad Huishoud B.V.; Waalhaven Oostzijde; 71; 3087 BM; Rotterdam; NL; Inbound desk; +31100000103; inbound@maasstad.example',
    ),
    partyOf('Teekontor Nordelbe GmbH; Am Sandtorkai; 5; 20457; Hamburg; DE; Import; +49400000104; import@teekontor.example'),
    partyOf('Scheldeland Retail NV; Noorderlaan; 147; 2030; Antwerpen; BE; Dock office; +3230000105; dock@scheldeland.example'),
    partyOf(
      'Bayside Appliances Pty Ltd; Beach Street; 101; 3207; Port Melbourne; AU; Receiving; +61300000106; receiving@bayside-appliances.example',
    ),
    partyOf('Kauri Home Ltd; Quay Street; 22; 1010; Auckland; NZ; Import; +6490000107; import@kauri-home.example'),
  ],
};
