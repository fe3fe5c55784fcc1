import { imoNumberOf } from './check-digits.ts';
import { antwerp, busan, colombo, hamburg, portSaid, rotterdam, singapore, yantian } from './places.ts';
import type { SandboxProfile, Vessel } from './profile.ts';

/** IMO numbers of ships do not usually begin with 3, so that no real ship is taken for one of these. */
const vessel = (stem: number, vesselName: string, vesselCallSign: string): Vessel => ({
  vesselName,
  vesselIMONumber: imoNumberOf(stem),
  vesselFlag: 'LR',
  vesselCallSign,
});

/** Asia to North Europe; pushes its notices. */
export const northernStar: SandboxProfile = {
  id: 'northern-star',
  urlVariable: 'SANDBOX_NORTHERN_STAR_URL',
  carrierName: 'Northern Star Line',
  officePhone: '+31100000100',
  carrierCode: 'NSTR',
  carrierCodeListProvider: 'NMFTA',
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
  pageSize: 25,
  offsetMinutes: 60,
  documentPrefix: 'NSTR',
  containerOwner: 'NSXU',
  currencyCode: 'EUR',
  typeLabels: ['EN, consignee', 'NL, customs broker'],
  placeOfBLIssue: singapore,
  services: [
    {
      carrierServiceCode: 'NEX1',
      universalServiceReference: 'SR70041K',
      direction: 'W',
      vessels: [vessel(341_200, 'NSL LYNX', 'D5NL2'), vessel(341_207, 'NSL MARTEN', 'D5NM3'), vessel(341_215, 'NSL OTTER', 'D5NO4')],
      portsOfLoading: [yantian, busan],
      transshipment: singapore,
      portsOfDischarge: [rotterdam, hamburg, antwerp],
    },
    {
      carrierServiceCode: 'NEX4',
      universalServiceReference: 'SR70042L',
      direction: 'W',
      vessels: [vessel(342_011, 'NSL PUFFIN', 'D5NP5'), vessel(342_018, 'NSL GANNET', 'D5NG6')],
      portsOfLoading: [colombo],
      transshipment: portSaid,
      portsOfDischarge: [antwerp, rotterdam],
    },
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
  ],
};
