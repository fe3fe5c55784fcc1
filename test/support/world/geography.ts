import type { Trouble } from './options.ts';

/** A real port in the simulated world, with its time zone and two of its terminals by their codes in both lists. */
export interface WorldPort {
  readonly UNLocationCode: string;
  readonly timeZone: string;
  readonly terminals: readonly [WorldTerminal, WorldTerminal];
}

/** A terminal. The SMDG codes are real or realistic; the BIC codes are invented. */
export interface WorldTerminal {
  readonly SMDG: string;
  readonly BIC: string;
}

/** A stop of a rotation: the port, the duration of the passage to it and of the stay. */
export interface Stop {
  readonly port: WorldPort;
  readonly sailingDays: number;
  readonly stayHours: number;
}

/**
 * A round trip. At the stops in `turns` the voyage number changes: the ship arrives on one voyage and leaves on the
 * next.
 */
export interface Rotation {
  readonly stops: readonly Stop[];
  readonly turns: readonly number[];
  /** Direction of the voyage that begins at each turn. */
  readonly directions: readonly string[];
  /** The difficulties that it contains. It is used only in worlds that have all of them. */
  readonly troubles: readonly Trouble[];
}

const port = (UNLocationCode: string, timeZone: string, first: string, second: string): WorldPort => ({
  UNLocationCode,
  timeZone,
  terminals: [
    { SMDG: first, BIC: `${UNLocationCode.slice(2)}1B` },
    { SMDG: second, BIC: `${UNLocationCode.slice(2)}2B` },
  ],
});

const shanghai = port('CNSHA', 'Asia/Shanghai', 'SIPG4', 'YSGH1');
const busan = port('KRPUS', 'Asia/Seoul', 'PNC', 'HJNC');
const singapore = port('SGSIN', 'Asia/Singapore', 'PSABT', 'PSAPP4');
const rotterdam = port('NLRTM', 'Europe/Amsterdam', 'RWG', 'EMX');
const hamburg = port('DEHAM', 'Europe/Berlin', 'CTA', 'CTB');
const antwerp = port('BEANR', 'Europe/Brussels', 'K913', 'K869');
const algeciras = port('ESALG', 'Europe/Madrid', 'APM', 'TTIA');
const santos = port('BRSSZ', 'America/Sao_Paulo', 'BTP', 'DPW');
const paranagua = port('BRPNG', 'America/Sao_Paulo', 'TCP', 'TCP2');
const longBeach = port('USLGB', 'America/Los_Angeles', 'LBCT', 'TTI');
const oakland = port('USOAK', 'America/Los_Angeles', 'OICT', 'TRAP');
const honolulu = port('USHNL', 'Pacific/Honolulu', 'SAND', 'KAP');
const melbourne = port('AUMEL', 'Australia/Melbourne', 'VICTM', 'CONWS');
const fremantle = port('AUFRE', 'Australia/Perth', 'PATR', 'DPWF');
const auckland = port('NZAKL', 'Pacific/Auckland', 'PAFW', 'PABW');
const newYork = port('USNYC', 'America/New_York', 'APMT', 'MAHER');
const portKlang = port('MYPKG', 'Asia/Kuala_Lumpur', 'WPRT', 'NPRT');
const tangier = port('MAPTM', 'Africa/Casablanca', 'TC1', 'TC4');

const stops = (...list: readonly (readonly [WorldPort, number, number])[]): readonly Stop[] =>
  list.map(([at, sailingDays, stayHours]) => ({ port: at, sailingDays, stayHours }));

/** Each stop is preceded by its days at sea and hours at berth. A round takes whole weeks, or half a week. */
export const rotations: readonly Rotation[] = [
  {
    stops: stops(
      [shanghai, 9, 30],
      [singapore, 6, 24],
      [rotterdam, 21, 36],
      [hamburg, 2, 40],
      [antwerp, 2, 30],
      [rotterdam, 1, 24],
      [singapore, 22, 20],
    ),
    turns: [0, 3],
    directions: ['W', 'E'],
    troubles: ['LOOPS'],
  },
  {
    stops: stops([busan, 3, 24], [shanghai, 3, 24], [honolulu, 11, 18], [longBeach, 6, 60], [oakland, 2, 30]),
    turns: [0, 3],
    directions: ['E', 'W'],
    troubles: [],
  },
  {
    stops: stops([singapore, 10, 24], [fremantle, 6, 24], [melbourne, 5, 40], [auckland, 5, 30], [melbourne, 5, 24]),
    turns: [0, 3],
    directions: ['S', 'N'],
    troubles: ['LOOPS'],
  },
  {
    stops: stops([algeciras, 12, 24], [santos, 12, 36], [paranagua, 1, 24], [santos, 2, 24]),
    turns: [0, 2],
    directions: ['S', 'N'],
    troubles: ['LOOPS'],
  },
  { stops: stops([hamburg, 2, 18], [rotterdam, 1, 12], [antwerp, 1, 14]), turns: [0], directions: ['R'], troubles: [] },
  {
    stops: stops([antwerp, 10, 24], [rotterdam, 1, 24], [newYork, 9, 30]),
    turns: [0, 2],
    directions: ['W', 'E'],
    troubles: [],
  },
  { stops: stops([hamburg, 1, 14], [rotterdam, 1.25, 16]), turns: [0], directions: ['R'], troubles: ['TWICE_A_WEEK'] },
  { stops: stops([singapore, 1, 18], [portKlang, 0.75, 24]), turns: [0, 1], directions: ['W', 'E'], troubles: ['TWICE_A_WEEK'] },
  { stops: stops([algeciras, 1, 20], [tangier, 1, 16]), turns: [0], directions: ['R'], troubles: ['TWICE_A_WEEK'] },
  {
    stops: stops([newYork, 9, 30], [rotterdam, 8, 24], [hamburg, 1, 24], [rotterdam, 1, 20]),
    turns: [0],
    directions: ['E'],
    troubles: ['TWO_CALLS_A_VOYAGE'],
  },
  {
    stops: stops([singapore, 13, 24], [fremantle, 6, 20], [melbourne, 4, 30], [fremantle, 4, 20]),
    turns: [0],
    directions: ['S'],
    troubles: ['TWO_CALLS_A_VOYAGE'],
  },
];
