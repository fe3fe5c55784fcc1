import { code, list, matching, object, string } from '#platform/wire/json-schema.ts';

// Commercial Schedules 1.0.3: JSON Schemas of places and ships. Types have the standard's names.

/** A string that is not blank, without blanks at its ends. */
export const trimmed = (maxLength: number) => matching('^\\S(?:.*\\S)?$', maxLength);

/** A string without blanks. */
export const word = (maxLength: number) => matching('^\\S+$', maxLength);

export const universalService = matching('^SR\\d{5}[A-Z]$', 8);
export const universalVoyage = matching('^\\d{2}[0-9A-Z]{2}[NEWSR]$', 5);

const country = matching('^[A-Z]{2}$', 2);

const address = object(
  'Address',
  {
    street: string(70),
    streetNumber: string(50),
    floor: trimmed(50),
    postCode: string(10),
    city: trimmed(35),
    stateRegion: string(65),
    countryCode: country,
  },
  ['street', 'city', 'countryCode'],
);

const facility = object('Facility', { facilityCode: trimmed(6), facilityCodeListProvider: code('BIC', 'SMDG') }, [
  'facilityCode',
  'facilityCodeListProvider',
]);

const UNLocationCode = matching('^[A-Z]{2}[A-Z2-9]{3}$', 5);

const named = { locationName: trimmed(100), facilityName: string(100) };
const addressed = { address, addressLines: list(string(250), 5) };
const coded = { UNLocationCode, facilitySMDGCode: string(6) };

export const location = object('Location', { ...named, ...addressed, UNLocationCode, facility });

export const portScheduleLocation = object('PortScheduleLocation', { ...named, ...coded });

export const transportCallLocation = object('TransportCallLocation', { ...named, ...addressed, ...coded });

const hull = {
  vesselIMONumber: matching('^\\d{7,8}$', 8),
  MMSINumber: matching('^\\d{9}$', 9),
  name: trimmed(50),
  flag: country,
  callSign: trimmed(10),
  operatorCarrierCode: string(10),
  operatorCarrierCodeListProvider: code('SMDG', 'NMFTA'),
};

export const vessel = object('Vessel', hull);

export const barge = object('Barge', hull);
