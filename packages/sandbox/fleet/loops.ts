import { imoNumberOf } from '../check-digits.ts';

/** A container terminal by its code in the SMDG list; the code is unique within its port only. */
export type Terminal = ReturnType<typeof terminalOf>;

function terminalOf(text: string) {
  const [facilityCode = '', ...words] = text.split(' ');
  return { facilityCode, facilityName: words.join(' ') };
}

/** A sea port with its IANA time zone. It has two terminals or more, so that a ship can be sent to another one. */
export type Port = ReturnType<typeof portOf>;

/** @param row UN/LOCODE, name, time zone, then code and name of each terminal, separated by semicolons */
function portOf(row: string) {
  const [UNLocationCode = '', locationName = '', timeZone = '', ...texts] = row.split('; ');
  const terminals = texts.map(terminalOf) as [Terminal, Terminal, ...Terminal[]];
  return { UNLocationCode, locationName, timeZone, terminals };
}

export const rotterdam = portOf(
  'NLRTM; Rotterdam; Europe/Amsterdam; RWG Rotterdam World Gateway; EMX ECT Euromax Terminal; NLMVII APM Terminals Maasvlakte 2',
);
export const antwerp = portOf(
  'BEANR; Antwerpen; Europe/Brussels; K913 Noordzee Terminal; K869 Europa Terminal; 1700 Antwerp Gateway Terminal',
);
export const hamburg = portOf(
  'DEHAM; Hamburg; Europe/Berlin; CTA HHLA Container Terminal Altenwerder; CTB HHLA Container Terminal Burchardkai; EGH Eurogate Container Terminal Hamburg',
);
export const singapore = portOf(
  'SGSIN; Singapore; Asia/Singapore; PSAPP4 Pasir Panjang Terminal 4; PSAPP5 Pasir Panjang Terminal 5; PSABT Brani Terminal',
);
const busan = portOf('KRPUS; Busan; Asia/Seoul; PNC Pusan New Port; HJNC Hanjin Busan New Port');
const yantian = portOf(
  'CNYTN; Yantian; Asia/Shanghai; YICT Yantian International Container Terminal; YICTW Yantian West Container Terminal',
);
const colombo = portOf('LKCMB; Colombo; Asia/Colombo; CICT Colombo International Container Terminal; SAGT South Asia Gateway Terminals');
const portRecord = portOf(
  'EGPSD; Port Said; Africa/Cairo; SCCT Suez Canal Container Terminal; PSCCH Port Said Container and Cargo Handling',
);
const portKlang = portOf('MYPKG; Port Klang; Asia/Kuala_Lumpur; NPM Northport Malaysia; KMT Westport Kelang Multi Terminal');
export const melbourne = portOf(
  'AUMEL; Melbourne; Australia/Melbourne; VICTM VICT Webb Dock East; CONWS DP World West Swanson Dock Terminal; ASES1 Patrick East Swanson Dock Terminal',
);
const sydney = portOf('AUSYD; Sydney; Australia/Sydney; CTLPB DP World Sydney; ASLPB Patrick Sydney Autostrad Terminal');
export const auckland = portOf(
  'NZAKL; Auckland; Pacific/Auckland; PAFW Ports of Auckland Fergusson Wharf; PABW Ports of Auckland Bledisloe Wharf',
);

export type Vessel = ReturnType<typeof vesselOf>;

/** A port of a round trip, and what the sandbox carriers do there. */
export interface Stop {
  readonly port: Port;
  readonly use: 'LOAD' | 'TRANSSHIP' | 'DISCHARGE';
  /** Days from the start of the round to the arrival. */
  readonly arrivalDay: number;
  readonly stayHours: number;
}

/** A company's code and the provider of its code list. */
export interface CarrierCode {
  readonly carrierCode: string;
  readonly carrierCodeListProvider: 'SMDG' | 'NMFTA';
}

/** The names that one carrier uses for a loop and its voyages. */
export interface LoopPartner extends CarrierCode {
  readonly carrierServiceName: string;
  readonly carrierServiceCode: string;
  /** Whether voyages are numbered by year and week, or consecutively. */
  readonly numbering: 'WEEK' | 'COUNT';
}

/** A weekly round trip. It lasts as many weeks as it has ships. */
export interface Loop {
  readonly universalServiceReference: string;
  readonly ships: readonly [Vessel, ...Vessel[]];
  /** A ship that was planned for this loop and does not sail. */
  readonly shipInDock: Vessel;
  readonly stops: readonly Stop[];
  /** Index of the stop at which the voyage changes: the ship arrives on one and leaves on the next. */
  readonly turn: number;
  /** Suffixes of the voyages before and after the turn. */
  readonly directions: readonly [string, string];
  /** The first partner operates the ships and publishes their schedules. */
  readonly partners: readonly [LoopPartner, ...LoopPartner[]];
}

export const northernStarCode = { carrierCode: 'NSTR', carrierCodeListProvider: 'NMFTA' } as const satisfies CarrierCode;
export const coralLineCode = { carrierCode: 'CRLX', carrierCodeListProvider: 'SMDG' } as const satisfies CarrierCode;

/** IMO numbers of ships do not usually begin with 3, so these do not identify real ships. */
function vesselOf(stem: number, vesselName: string, vesselFlag: string) {
  const [letter, ...others] = vesselName.split(' ').at(-1) ?? '';
  const callSign = `${vesselFlag === 'LR' ? 'D5' : '9V'}${letter}${others[1] ?? 'X'}${stem % 10}`;
  return { vesselName, vesselIMONumber: imoNumberOf(stem), vesselFlag, vesselCallSign: callSign };
}

/** @param names without the prefix, separated by blanks */
function vesselsOf(stem: number, flag: string, [prefix, names]: readonly [string, string]): Loop['ships'] {
  return names.split(' ').map((name, index) => vesselOf(stem + 7 * index, `${prefix} ${name}`, flag)) as [Vessel, ...Vessel[]];
}

const stop = (port: Port, use: Stop['use'], arrivalDay: number, stayHours: number): Stop => ({ port, use, arrivalDay, stayHours });

/** Asia to North Europe. The loop calls at Rotterdam twice in a round, inbound and outbound. */
export const europeLoop: Loop = {
  universalServiceReference: 'SR70041K',
  ships: vesselsOf(341_200, 'LR', ['NSL', 'LYNX MARTEN OTTER BADGER ERMINE SABLE FISHER POLECAT WEASEL FERRET']),
  shipInDock: vesselOf(341_193, 'NSL WOLVERINE', 'LR'),
  stops: [
    stop(busan, 'LOAD', 0, 26),
    stop(yantian, 'LOAD', 4, 30),
    stop(singapore, 'TRANSSHIP', 8.5, 24),
    stop(rotterdam, 'DISCHARGE', 31.2, 38),
    stop(hamburg, 'DISCHARGE', 33.5, 36),
    stop(antwerp, 'DISCHARGE', 35.6, 20),
    stop(rotterdam, 'DISCHARGE', 36.8, 18),
    stop(singapore, 'TRANSSHIP', 61, 24),
  ],
  turn: 4,
  directions: ['W', 'E'],
  partners: [{ ...northernStarCode, carrierServiceName: 'North Europe Express 1', carrierServiceCode: 'NEX1', numbering: 'WEEK' }],
};

/** Ceylon to North Europe. */
export const ceylonLoop: Loop = {
  universalServiceReference: 'SR70042L',
  ships: vesselsOf(342_011, 'LR', ['NSL', 'PUFFIN GANNET PLOVER CURLEW AVOCET DUNLIN']),
  shipInDock: vesselOf(342_004, 'NSL SHRIKE', 'LR'),
  stops: [
    stop(colombo, 'LOAD', 0, 24),
    stop(portRecord, 'TRANSSHIP', 9, 20),
    stop(antwerp, 'DISCHARGE', 18.4, 26),
    stop(rotterdam, 'DISCHARGE', 20.5, 22),
  ],
  turn: 3,
  directions: ['W', 'E'],
  partners: [{ ...northernStarCode, carrierServiceName: 'North Europe Express 4', carrierServiceCode: 'NEX4', numbering: 'WEEK' }],
};

/**
 * South-East Asia to Oceania, shared: Coral Line operates the ships, Northern Star has slots on them and assigns its
 * own service code and voyage numbers to the same calls.
 */
export const oceaniaLoop: Loop = {
  universalServiceReference: 'SR81007B',
  ships: vesselsOf(361_404, 'SG', ['REEF', 'HERON TERN EGRET NODDY PETREL BOOBY']),
  shipInDock: vesselOf(361_397, 'REEF SKUA', 'SG'),
  stops: [
    stop(yantian, 'LOAD', 0, 24),
    stop(singapore, 'LOAD', 5, 22),
    stop(portKlang, 'TRANSSHIP', 7, 18),
    stop(melbourne, 'DISCHARGE', 18.7, 34),
    stop(sydney, 'DISCHARGE', 21.6, 30),
    stop(auckland, 'DISCHARGE', 26.3, 28),
  ],
  turn: 5,
  directions: ['S', 'N'],
  partners: [
    { ...coralLineCode, carrierServiceName: 'Coral Reef Service', carrierServiceCode: 'REEF', numbering: 'WEEK' },
    { ...northernStarCode, carrierServiceName: 'Northern Star Oceania', carrierServiceCode: 'NOX7', numbering: 'COUNT' },
  ],
};

/** Feeder ships of a carrier that publishes no schedules. */
export const feeders = vesselsOf(344_300, 'LR', ['NSL', 'STOAT GENET FOSSA']);

export const loops: readonly Loop[] = [europeLoop, ceylonLoop, oceaniaLoop];
