/** A container terminal by its code in the SMDG list; the code is unique within its port only. */
export interface Terminal {
  readonly facilityName: string;
  readonly facilityCode: string;
}

/** A sea port. */
export interface Port {
  readonly UNLocationCode: string;
  readonly locationName: string;
  /** IANA name. */
  readonly timeZone: string;
  /** At least two, so that a ship can be sent to another one. */
  readonly terminals: readonly [Terminal, Terminal, ...Terminal[]];
}

const terminal = (facilityCode: string, facilityName: string): Terminal => ({ facilityCode, facilityName });

export const rotterdam: Port = {
  UNLocationCode: 'NLRTM',
  locationName: 'Rotterdam',
  timeZone: 'Europe/Amsterdam',
  terminals: [
    terminal('RWG', 'Rotterdam World Gateway'),
    terminal('EMX', 'ECT Euromax Terminal'),
    terminal('NLMVII', 'APM Terminals Maasvlakte 2'),
  ],
};
export const antwerp: Port = {
  UNLocationCode: 'BEANR',
  locationName: 'Antwerpen',
  timeZone: 'Europe/Brussels',
  terminals: [terminal('K913', 'Noordzee Terminal'), terminal('K869', 'Europa Terminal'), terminal('1700', 'Antwerp Gateway Terminal')],
};
export const hamburg: Port = {
  UNLocationCode: 'DEHAM',
  locationName: 'Hamburg',
  timeZone: 'Europe/Berlin',
  terminals: [
    terminal('CTA', 'HHLA Container Terminal Altenwerder'),
    terminal('CTB', 'HHLA Container Terminal Burchardkai'),
    terminal('EGH', 'Eurogate Container Terminal Hamburg'),
  ],
};
export const singapore: Port = {
  UNLocationCode: 'SGSIN',
  locationName: 'Singapore',
  timeZone: 'Asia/Singapore',
  terminals: [
    terminal('PSAPP4', 'Pasir Panjang Terminal 4'),
    terminal('PSAPP5', 'Pasir Panjang Terminal 5'),
    terminal('PSABT', 'Brani Terminal'),
  ],
};
export const busan: Port = {
  UNLocationCode: 'KRPUS',
  locationName: 'Busan',
  timeZone: 'Asia/Seoul',
  terminals: [terminal('PNC', 'Pusan New Port'), terminal('HJNC', 'Hanjin Busan New Port')],
};
export const yantian: Port = {
  UNLocationCode: 'CNYTN',
  locationName: 'Yantian',
  timeZone: 'Asia/Shanghai',
  terminals: [terminal('YICT', 'Yantian International Container Terminal'), terminal('YICTW', 'Yantian West Container Terminal')],
};
export const colombo: Port = {
  UNLocationCode: 'LKCMB',
  locationName: 'Colombo',
  timeZone: 'Asia/Colombo',
  terminals: [terminal('CICT', 'Colombo International Container Terminal'), terminal('SAGT', 'South Asia Gateway Terminals')],
};
export const portRecord: Port = {
  UNLocationCode: 'EGPSD',
  locationName: 'Port Said',
  timeZone: 'Africa/Cairo',
  terminals: [terminal('SCCT', 'Suez Canal Container Terminal'), terminal('PSCCH', 'Port Said Container and Cargo Handling')],
};
export const portKlang: Port = {
  UNLocationCode: 'MYPKG',
  locationName: 'Port Klang',
  timeZone: 'Asia/Kuala_Lumpur',
  terminals: [terminal('NPM', 'Northport Malaysia'), terminal('KMT', 'Westport Kelang Multi Terminal')],
};
export const melbourne: Port = {
  UNLocationCode: 'AUMEL',
  locationName: 'Melbourne',
  timeZone: 'Australia/Melbourne',
  terminals: [
    terminal('VICTM', 'VICT Webb Dock East'),
    terminal('CONWS', 'DP World West Swanson Dock Terminal'),
    terminal('ASES1', 'Patrick East Swanson Dock Terminal'),
  ],
};
export const sydney: Port = {
  UNLocationCode: 'AUSYD',
  locationName: 'Sydney',
  timeZone: 'Australia/Sydney',
  terminals: [terminal('CTLPB', 'DP World Sydney'), terminal('ASLPB', 'Patrick Sydney Autostrad Terminal')],
};
export const auckland: Port = {
  UNLocationCode: 'NZAKL',
  locationName: 'Auckland',
  timeZone: 'Pacific/Auckland',
  terminals: [terminal('PAFW', 'Ports of Auckland Fergusson Wharf'), terminal('PABW', 'Ports of Auckland Bledisloe Wharf')],
};
