import { list, object, string } from '../../shared/wire/json-schema.ts';

// Commercial Schedules 1.0.3: JSON Schemas of places and ships. Types carry the standard's names.

const address = object(
  'Address',
  {
    street: string(70),
    streetNumber: string(50),
    floor: string(50),
    postCode: string(10),
    city: string(35),
    stateRegion: string(65),
    countryCode: string(2),
  },
  ['street', 'city', 'countryCode'],
);

const facility = object('Facility', { facilityCode: string(6), facilityCodeListProvider: string() }, [
  'facilityCode',
  'facilityCodeListProvider',
]);

const named = { locationName: string(100), facilityName: string(100) };
const addressed = { address, addressLines: list(string(250), 5) };
const coded = { UNLocationCode: string(5), facilitySMDGCode: string(6) };

export const location = object('Location', { ...named, ...addressed, UNLocationCode: string(5), facility });

export const portScheduleLocation = object('PortScheduleLocation', { ...named, ...coded });

export const transportCallLocation = object('TransportCallLocation', { ...named, ...addressed, ...coded });

const hull = {
  vesselIMONumber: string(8),
  MMSINumber: string(9),
  name: string(50),
  flag: string(2),
  callSign: string(10),
  operatorCarrierCode: string(10),
  operatorCarrierCodeListProvider: string(),
};

export const vessel = object('Vessel', hull);

export const barge = object('Barge', hull);
