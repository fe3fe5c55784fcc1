/** The DCSA standards, as the schema names them. */
export type Standard = 'ARRIVAL_NOTICE' | 'COMMERCIAL_SCHEDULES' | 'PORT_CALL';
